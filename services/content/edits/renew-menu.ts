import { isDeepStrictEqual } from 'node:util'
import type { Link } from '#shared/contracts/page.ts'
import { settleAll } from '#shared/settle-all.ts'
import { sortByTitle } from '#shared/text/alphabet.ts'
import { ALL } from '../addresses/lists.ts'
import { topicLink } from '../addresses/topic-list.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import { saveSetting } from '../database/settings.ts'
import { lastPositions } from '../library/listings.ts'
import { loadMenuTopics, MENU_SETTING, type MenuTopics } from '../library/menu-topics.ts'
import { shownShell } from '../library/shell.ts'
import { type ListedTopic, loadTopics } from '../library/topic-repository.ts'
import { loadCategories } from '../site/category-repository.ts'
import { findSiteSettings } from '../site/site-settings.ts'

/** The most topics of one subcategory in the menu. The subcategory's page lists all of them. */
const MAX_IN_MENU = 6
/**
 * How many times larger another topic must be to replace one in the menu. Without this margin, two
 * topics of similar size could replace each other again and again, each time rebuilding all pages.
 */
const CLEARLY_LARGER = 1.5

/** Updates the topics in the menu to those that articles have now. */
export async function renewMenu(edit: Edit, now: Date): Promise<void> {
  const stored = await loadMenuTopics(edit.tx)
  const sections = await chooseForMenu(edit.tx, stored)
  if (isDeepStrictEqual(stored.sections, sections)) return
  await edit.track(shownShell, ONLY)
  await saveSetting(edit.tx, MENU_SETTING, { at: now.toISOString(), sections })
}

/** The pause grows by this for each article, because all pages are rebuilt for a new menu. */
const PAUSE_PER_ARTICLE_MS = 10

/**
 * How long the menu must stay as it is, in milliseconds: 0 when it may change now, `undefined` when
 * there is nothing to change. With a million articles it changes every three hours at most, with a
 * hundred every second.
 */
export async function menuPause(db: Reader, now: Date): Promise<number | undefined> {
  const [stored, last] = await settleAll([loadMenuTopics(db), lastPositions(db, [ALL])])
  const sections = await chooseForMenu(db, stored)
  if (isDeepStrictEqual(stored.sections, sections)) return undefined
  const pause = (last.get(ALL) ?? 0) * PAUSE_PER_ARTICLE_MS
  const age = now.getTime() - Date.parse(stored.at)
  // If the clock was set back, do not wait for it to catch up.
  return age < 0 ? 0 : Math.max(0, pause - age)
}

async function chooseForMenu(db: Reader, stored: MenuTopics): Promise<MenuTopics['sections']> {
  const [categories, settings] = await settleAll([loadCategories(db), findSiteSettings(db)])
  // Before the first import there are no settings.
  if (!settings) return {}
  const found = await loadTopics(
    db,
    categories.flatMap(({ slug, children }) => children.map((child) => `${slug}/${child.slug}`)),
  )
  const chosen: MenuTopics['sections'] = {}
  for (const [section, topics] of found) {
    const links = chooseTopics(section, topics, stored.sections[section] ?? [])
    if (links.length > 0) chosen[section] = sortByTitle(links, settings.site.locale)
  }
  return chosen
}

/** The largest topics. Those already in the menu get more weight than their size. */
function chooseTopics(
  section: string,
  topics: readonly ListedTopic[],
  inMenu: readonly Link[],
): Link[] {
  const weighed = topics.map((topic) => {
    const link = topicLink(section, topic)
    const isInMenu = inMenu.some(({ path }) => path === link.path)
    return { link, weight: isInMenu ? topic.last * CLEARLY_LARGER : topic.last }
  })
  const heaviest = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_IN_MENU)
  return heaviest.map(({ link }) => link)
}

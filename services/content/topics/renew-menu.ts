import { isDeepStrictEqual } from 'node:util'
import type { Link } from '#shared/contracts/page.ts'
import { sortByTitle } from '#shared/text/alphabet.ts'
import { together } from '#shared/together.ts'
import { ALL, lastPositions } from '../articles/listings.ts'
import { loadCategories } from '../categories/category-repository.ts'
import { ONLY } from '../changes/shown.ts'
import type { Reader } from '../database/reader.ts'
import { saveSetting } from '../database/settings.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { shownShell } from '../site/shell.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { loadMenuTopics, MENU_SETTING, type MenuTopics } from './menu-topics.ts'
import { topicLink } from './topic-list.ts'
import { type ListedTopic, loadTopics } from './topic-repository.ts'

/** Topics of a subcategory in the menu. All of them stand on its page. */
const MOST_IN_MENU = 6
/**
 * How many times as large as a topic of the menu another one must be to take its place. Of two that
 * overtake each other again and again, each change would make all pages anew.
 */
const CLEARLY_LARGER = 1.5

/** Puts the topics into the menu that articles have now. */
export async function renewMenu(edit: Edit, now: Date): Promise<void> {
  const stored = await loadMenuTopics(edit.tx)
  const sections = await chooseForMenu(edit.tx, stored)
  if (isDeepStrictEqual(stored.sections, sections)) return
  await edit.watch(shownShell, ONLY)
  await saveSetting(edit.tx, MENU_SETTING, { at: now.toISOString(), sections })
}

/** Every article that is published costs the menu so much time: all pages are made anew for it. */
const PAUSE_PER_ARTICLE_MS = 10

/**
 * How long the menu has to stay as it is, in milliseconds; 0 when it may change now, and `undefined`
 * when there is nothing to change. On a site of a million articles it changes every three hours at
 * most, on one of a hundred every second.
 */
export async function menuPause(db: Reader, now: Date): Promise<number | undefined> {
  const [stored, last] = await together([loadMenuTopics(db), lastPositions(db, [ALL])])
  const sections = await chooseForMenu(db, stored)
  if (isDeepStrictEqual(stored.sections, sections)) return undefined
  const pause = (last.get(ALL) ?? 0) * PAUSE_PER_ARTICLE_MS
  const age = now.getTime() - Date.parse(stored.at)
  // A clock that was put back does not hold up anybody.
  return age < 0 ? 0 : Math.max(0, pause - age)
}

async function chooseForMenu(db: Reader, stored: MenuTopics): Promise<MenuTopics['sections']> {
  const [categories, settings] = await together([loadCategories(db), findSiteSettings(db)])
  // There is nothing before the first import.
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

/** The largest topics, of which those that are in the menu already count for more than they are. */
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
  const heaviest = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_IN_MENU)
  return heaviest.map(({ link }) => link)
}

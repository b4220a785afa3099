import { isDeepStrictEqual } from 'node:util'
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
import { loadTopics } from './topic-repository.ts'

/** Topics of a subcategory in the menu: the largest. All of them stand on its page. */
const MOST_IN_MENU = 6

/** Puts the topics into the menu that articles have now. */
export async function renewMenu(edit: Edit, now: Date): Promise<void> {
  const [stored, sections] = await together([loadMenuTopics(edit.tx), chooseForMenu(edit.tx)])
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
  const [stored, sections, last] = await together([
    loadMenuTopics(db),
    chooseForMenu(db),
    lastPositions(db, [ALL]),
  ])
  if (isDeepStrictEqual(stored.sections, sections)) return undefined
  const pause = (last.get(ALL) ?? 0) * PAUSE_PER_ARTICLE_MS
  const age = now.getTime() - Date.parse(stored.at)
  // A clock that was put back does not hold up anybody.
  return age < 0 ? 0 : Math.max(0, pause - age)
}

async function chooseForMenu(db: Reader): Promise<MenuTopics['sections']> {
  const [categories, settings] = await together([loadCategories(db), findSiteSettings(db)])
  // There is nothing before the first import.
  if (!settings) return {}
  const found = await loadTopics(
    db,
    categories.flatMap(({ slug, children }) => children.map((child) => `${slug}/${child.slug}`)),
  )
  const chosen: MenuTopics['sections'] = {}
  for (const [section, topics] of found) {
    const largest = topics.toSorted((a, b) => b.last - a.last).slice(0, MOST_IN_MENU)
    if (largest.length === 0) continue
    const links = largest.map((topic) => topicLink(section, topic))
    chosen[section] = sortByTitle(links, settings.site.locale)
  }
  return chosen
}

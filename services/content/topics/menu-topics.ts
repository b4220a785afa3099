import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Link } from '#shared/contracts/page.ts'
import { Instant } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'

export const MENU_SETTING = 'menu-topics'

/**
 * The topics that stand in the menu. They are stored, and not read from articles each time: the menu
 * stands in every page, and whoever publishes the first article of a topic must not wait until all
 * of them are made anew.
 */
const MenuTopics = Type.Object({
  /** When they were chosen. */
  at: Instant,
  /** By subcategory, as `category/subcategory`. */
  sections: Type.Record(Type.String(), Type.Array(Link)),
})
export type MenuTopics = Static<typeof MenuTopics>

const NONE: MenuTopics = { at: new Date(0).toISOString(), sections: {} }

/** The menu has none where nothing is stored, or what other code has written in a way of its own. */
export async function loadMenuTopics(db: Reader): Promise<MenuTopics> {
  const stored = await findSetting(db, MENU_SETTING)
  return Value.Check(MenuTopics, stored) ? stored : NONE
}

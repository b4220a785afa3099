import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Link } from '#shared/contracts/page.ts'
import { Instant } from '#shared/contracts/primitives.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'

export const MENU_SETTING = 'menu-topics'

/**
 * The topics in the menu. They are stored instead of read from articles each time, because every
 * page contains the menu: publishing the first article of a topic must not rebuild every page.
 */
const MenuTopics = Type.Object({
  /** When the topics were chosen. */
  at: Instant,
  /** By subcategory, as `category/subcategory`. */
  sections: Type.Record(Type.String(), Type.Array(Link)),
})
export type MenuTopics = Static<typeof MenuTopics>

const NONE: MenuTopics = { at: new Date(0).toISOString(), sections: {} }

/** Returns no topics if none are stored, or other code stored them in another shape. */
export async function loadMenuTopics(db: Reader): Promise<MenuTopics> {
  const stored = await findSetting(db, MENU_SETTING)
  return Value.Check(MenuTopics, stored) ? stored : NONE
}

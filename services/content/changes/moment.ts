import type { Reader } from '../database/reader.ts'
import { type Category, loadCategories } from '../site/category-repository.ts'
import { findSiteSettings, requireSettings, type SiteSettings } from '../site/site-settings.ts'
import { type Moment, ONLY, type Seen } from './shown.ts'

/** What is known under a key without looking: a promise of its value, or nothing. */
export type Recall = (seen: Seen<unknown>, key: string) => Promise<unknown> | undefined

/** What was seen at a moment, by kind and key. `undefined` where nothing is. */
export type Sights = ReadonlyMap<Seen<unknown>, ReadonlyMap<string, Promise<unknown>>>

export interface OpenMoment extends Moment {
  sights: Sights
}

/** @param recall what need not be looked at */
export function openMoment(db: Reader, recall: Recall = () => undefined): OpenMoment {
  const sights = new Map<Seen<unknown>, Map<string, Promise<unknown>>>()
  const waiting = new Map<
    Seen<unknown>,
    { keys: Set<string>; values: Promise<ReadonlyMap<string, unknown>> }
  >()

  /** Looks at all keys that nobody has looked at yet, together. */
  function look(seen: Seen<unknown>, keys: readonly string[]): Map<string, Promise<unknown>> {
    const known = sights.get(seen) ?? new Map<string, Promise<unknown>>()
    sights.set(seen, known)
    const unknown = new Set<string>()
    for (const key of keys) {
      if (known.has(key)) continue
      const recalled = recall(seen, key)
      if (recalled) known.set(key, recalled)
      else unknown.add(key)
    }
    if (unknown.size === 0) return known
    const looked = lookTogether(seen, unknown)
    for (const key of unknown) {
      const value = looked.then((values) => values.get(key))
      // A failed look is not remembered, so that the next caller tries again.
      value.catch(() => known.delete(key))
      known.set(key, value)
    }
    return known
  }

  /** Asks once for the keys of all callers that ask before anybody waits for an answer. */
  function lookTogether(seen: Seen<unknown>, keys: Iterable<string>) {
    const other = waiting.get(seen)
    if (other) {
      for (const key of keys) other.keys.add(key)
      return other.values
    }
    const all = new Set(keys)
    const { promise: values, resolve } = Promise.withResolvers<ReadonlyMap<string, unknown>>()
    waiting.set(seen, { keys: all, values })
    process.nextTick(() => {
      waiting.delete(seen)
      resolve(seen.look(moment, [...all]))
    })
    return values
  }

  const moment: OpenMoment = {
    db,
    sights,
    async see<Value>(seen: Seen<Value>, keys: readonly string[]) {
      const known = look(seen, keys)
      const values = new Map<string, Value>()
      await Promise.all(
        [...new Set(keys)].map(async (key) => {
          const value = await known.get(key)
          // What is known of a kind came from its own `look`.
          if (value !== undefined) values.set(key, value as Value)
        }),
      )
      return values
    },
    // A first import stores them while it is under way.
    findSettings: async () =>
      (await moment.see(siteSettings, ONLY)).get(ONLY[0]) ?? findSiteSettings(db),
    settings: async () => requireSettings(await moment.findSettings()),
    categories: async () => (await moment.see(allCategories, ONLY)).get(ONLY[0]) ?? [],
  }
  return moment
}

/** No edit of an article changes these. */
const siteSettings: Seen<SiteSettings> = {
  remembered: true,
  async look({ db }) {
    const settings = await findSiteSettings(db)
    return new Map(settings ? [[ONLY[0], settings]] : [])
  },
}

const allCategories: Seen<Category[]> = {
  remembered: true,
  look: async ({ db }) => new Map([[ONLY[0], await loadCategories(db)]]),
}

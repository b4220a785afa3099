import type { Reader } from '../database/reader.ts'
import { type Category, loadCategories } from '../site/category-repository.ts'
import { findSiteSettings, requireSettings, type SiteSettings } from '../site/site-settings.ts'
import { ONLY, type Reading, type Snapshot } from './readings.ts'

/** What is known under a key without looking: a promise of its value, or nothing. */
export type Recall = (seen: Reading<unknown>, key: string) => Promise<unknown> | undefined

/** What was seen at a moment, by kind and key. `undefined` where nothing is. */
export type Readings = ReadonlyMap<Reading<unknown>, ReadonlyMap<string, Promise<unknown>>>

export interface OpenSnapshot extends Snapshot {
  readings: Readings
}

/** @param recall what need not be looked at */
export function openSnapshot(db: Reader, recall: Recall = () => undefined): OpenSnapshot {
  const readings = new Map<Reading<unknown>, Map<string, Promise<unknown>>>()
  const waiting = new Map<
    Reading<unknown>,
    { keys: Set<string>; values: Promise<ReadonlyMap<string, unknown>> }
  >()

  /** Looks at all keys that were not read yet, together. */
  function load(seen: Reading<unknown>, keys: readonly string[]): Map<string, Promise<unknown>> {
    const known = readings.get(seen) ?? new Map<string, Promise<unknown>>()
    readings.set(seen, known)
    const unknown = new Set<string>()
    for (const key of keys) {
      if (known.has(key)) continue
      const recalled = recall(seen, key)
      if (recalled) known.set(key, recalled)
      else unknown.add(key)
    }
    if (unknown.size === 0) return known
    const loading = loadTogether(seen, unknown)
    for (const key of unknown) {
      const value = loading.then((values) => values.get(key))
      // A failed look is not remembered, so that the next caller tries again.
      value.catch(() => known.delete(key))
      known.set(key, value)
    }
    return known
  }

  /** Asks once for the keys of all callers that ask before anybody waits for an answer. */
  function loadTogether(seen: Reading<unknown>, keys: Iterable<string>) {
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
      resolve(seen.load(snapshot, [...all]))
    })
    return values
  }

  const snapshot: OpenSnapshot = {
    db,
    readings,
    async read<Value>(seen: Reading<Value>, keys: readonly string[]) {
      const known = load(seen, keys)
      const values = new Map<string, Value>()
      await Promise.all(
        [...new Set(keys)].map(async (key) => {
          const value = await known.get(key)
          // What is known of a kind came from its own `load`.
          if (value !== undefined) values.set(key, value as Value)
        }),
      )
      return values
    },
    // A first import stores them while it is under way.
    findSettings: async () =>
      (await snapshot.read(siteSettings, ONLY)).get(ONLY[0]) ?? findSiteSettings(db),
    settings: async () => requireSettings(await snapshot.findSettings()),
    categories: async () => (await snapshot.read(allCategories, ONLY)).get(ONLY[0]) ?? [],
  }
  return snapshot
}

/** No edit of an article changes these. */
const siteSettings: Reading<SiteSettings> = {
  remembered: true,
  async load({ db }) {
    const settings = await findSiteSettings(db)
    return new Map(settings ? [[ONLY[0], settings]] : [])
  },
}

const allCategories: Reading<Category[]> = {
  remembered: true,
  load: async ({ db }) => new Map([[ONLY[0], await loadCategories(db)]]),
}

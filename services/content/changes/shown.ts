import type { Tag } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Moment } from './moment.ts'

/**
 * A kind of thing that pages show and that many edits may change, such as the newest articles of a
 * list. Looking at it before and after an edit shows whether the edit changed it.
 */
export interface Shown<Value> {
  /** What is shown now under these keys, as a JSON value. Keys of missing things are left out. */
  look(moment: Moment, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>
  /** The tags of a difference. Called only for keys whose values differ. */
  tags(key: string, before: Value | undefined, after: Value | undefined): readonly Tag[]
}

export interface Watcher {
  /** Must be called before writing anything that may change what is shown under these keys. */
  watch<Value>(shown: Shown<Value>, keys: readonly string[]): Promise<void>
  /** The tags of everything watched that is now shown differently. */
  differences(): Promise<Tag[]>
}

/** The keys of a kind that has only one instance. */
export const ONLY: readonly [string] = ['']

/** Keys compared in one call of `look`. */
const CHUNK = 1_000

export function createWatcher(openMoment: () => Moment): Watcher {
  const watched = new Map<Shown<unknown>, Map<string, unknown>>()
  const beginning = openMoment()
  return {
    async watch(shown, keys) {
      const before = watched.get(shown) ?? new Map<string, unknown>()
      watched.set(shown, before)
      const unknown = [...new Set(keys)].filter((key) => !before.has(key))
      if (unknown.length === 0) return
      const now = await shown.look(beginning, unknown)
      for (const key of unknown) before.set(key, now.get(key))
    },
    async differences() {
      const end = openMoment()
      const differing = await settleAll(
        [...watched].map(([shown, before]) => differencesOf(end, shown, before)),
      )
      return differing.flat()
    },
  }
}

async function differencesOf(
  now: Moment,
  shown: Shown<unknown>,
  before: ReadonlyMap<string, unknown>,
): Promise<Tag[]> {
  const differing: Tag[] = []
  const keys = [...before.keys()]
  for (let start = 0; start < keys.length; start += CHUNK) {
    const chunk = keys.slice(start, start + CHUNK)
    const after = await shown.look(now, chunk)
    for (const key of chunk) {
      const [was, is] = [before.get(key), after.get(key)]
      if (JSON.stringify(was) === JSON.stringify(is)) continue
      differing.push(...shown.tags(key, was, is))
    }
  }
  return differing
}

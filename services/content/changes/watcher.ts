import type { Tag } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import { type OpenMoment, openMoment, type Sights } from './moment.ts'
import type { Moment, Seen, Shown } from './shown.ts'
import type { Memory } from './shown-memory.ts'

export interface Watcher extends Pick<Moment, 'see'> {
  /** Must be called before writing anything that may change what is shown under these keys. */
  watch<Value>(shown: Shown<Value>, keys: readonly string[]): Promise<void>
  /** The tags of everything watched that is now shown differently. */
  differences(): Promise<Tag[]>
  /** What was seen, in the order of time. */
  sights(): Sights[]
}

/** Keys compared in one call of `look`. */
const CHUNK = 1_000

/** @param memory of former edits; with it, what is not watched counts as unchanged by this one */
export function createWatcher(db: Reader, memory?: Pick<Memory, 'recall'>): Watcher {
  const watched = new Map<Shown<unknown>, Set<string>>()
  const beginning = openMoment(db, memory?.recall)
  const moments: OpenMoment[] = [beginning]

  /** What is unchanged since the beginning of the edit. */
  function recallUnchanged(seen: Seen<unknown>, key: string) {
    // Only a kind of what is shown was ever put among those that are watched.
    if (!memory || !seen.remembered || watched.get(seen as Shown<unknown>)?.has(key)) return
    return beginning.sights.get(seen)?.get(key) ?? memory.recall(seen, key)
  }

  async function differencesOf(end: Moment, shown: Shown<unknown>, all: ReadonlySet<string>) {
    const differing: Tag[] = []
    const keys = [...all]
    for (let start = 0; start < keys.length; start += CHUNK) {
      const chunk = keys.slice(start, start + CHUNK)
      const [before, after] = await settleAll([beginning.see(shown, chunk), end.see(shown, chunk)])
      for (const key of chunk) {
        const [was, is] = [before.get(key), after.get(key)]
        if (JSON.stringify(was) === JSON.stringify(is)) continue
        differing.push(...shown.tags(key, was, is))
      }
    }
    return differing
  }

  return {
    see: beginning.see,
    async watch(shown, keys) {
      const before = watched.get(shown) ?? new Set<string>()
      watched.set(shown, before)
      const more = keys.filter((key) => !before.has(key))
      for (const key of more) before.add(key)
      if (more.length > 0) await beginning.see(shown, more)
    },
    async differences() {
      const end = openMoment(db, recallUnchanged)
      moments.push(end)
      const differing = await settleAll(
        [...watched].map(([shown, keys]) => differencesOf(end, shown, keys)),
      )
      return differing.flat()
    },
    sights: () => moments.map(({ sights }) => sights),
  }
}

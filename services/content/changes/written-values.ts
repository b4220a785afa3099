import { settleAll } from '#shared/settle-all.ts'
import type { Reader } from '../database/reader.ts'
import type { Reading, Snapshot } from './readings.ts'
import { openSnapshot } from './snapshot.ts'

/** What an edit has written so far, in front of what was there when it began. */
export interface WrittenValues {
  /** What is there now under these keys, while `read` says what was there before the edit. */
  current: Snapshot['read']
  /** Must be called for every key that is written. Without the value, Postgres is asked for it. */
  wrote<Value>(reading: Reading<Value>, key: string, value?: Value): void
}

/** @param read what was there when the edit began */
export function createWrittenValues(db: Reader, read: Snapshot['read']): WrittenValues {
  const written = new Map<Reading<unknown>, Map<string, unknown>>()

  return {
    async current<Value>(reading: Reading<Value>, keys: readonly string[]) {
      // Only `wrote` fills it, with values of the same reading.
      const own = written.get(reading) as ReadonlyMap<string, Value | undefined> | undefined
      if (!own) return read(reading, keys)
      const outdated = keys.filter((key) => own.has(key) && own.get(key) === undefined)
      const [former, reloaded] = await settleAll([
        read(
          reading,
          keys.filter((key) => !own.has(key)),
        ),
        outdated.length > 0 ? reload(db, reading, outdated) : new Map<string, Value>(),
      ])
      const values = new Map([...former, ...reloaded])
      for (const key of keys) {
        const value = own.get(key)
        if (value !== undefined) values.set(key, value)
      }
      return values
    },
    wrote(reading, key, value) {
      const own = written.get(reading) ?? new Map<string, unknown>()
      written.set(reading, own.set(key, value))
    },
  }
}

const reload = <Value>(db: Reader, reading: Reading<Value>, keys: readonly string[]) =>
  reading.reload?.(db, keys) ?? reading.load(openSnapshot(db), keys)

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../database/schema.ts'
import { createReadingMemory } from './reading-memory.ts'
import type { Reading } from './readings.ts'
import { openSnapshot } from './snapshot.ts'

/** Nothing is asked of it here. */
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A kind whose values say at which look they were seen, with the keys of each look. */
function countLooks(kind: Pick<Reading<number>, 'remembered'> = { remembered: true }) {
  const looks: string[][] = []
  const seen: Reading<number> = {
    ...kind,
    async load(_moment, keys) {
      looks.push([...keys])
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, looks.length]))
    },
  }
  return { seen, looks }
}

const FEED = 'a feed'

describe('a moment', () => {
  test('reads each key once, and keys of one call in one query', async () => {
    const { seen, looks } = countLooks()
    const snapshot = openSnapshot(db)
    const [some, others] = await Promise.all([
      snapshot.read(seen, ['a', 'b']),
      snapshot.read(seen, ['b', 'c', 'missing']),
    ])
    expect([...some, ...others].map(([key]) => key)).toEqual(['a', 'b', 'b', 'c'])
    await snapshot.read(seen, ['a', 'c', 'missing'])
    expect(looks).toEqual([['a', 'b', 'c', 'missing']])
  })

  test('reads again after a failed read', async () => {
    let fails = true
    const seen: Reading<string> = {
      async load() {
        if (fails) throw new Error('not now')
        return new Map([['a', 'seen']])
      },
    }
    const snapshot = openSnapshot(db)
    await expect(snapshot.read(seen, ['a'])).rejects.toThrow('not now')
    fails = false
    expect((await snapshot.read(seen, ['a'])).get('a')).toBe('seen')
  })
})

describe('what edits remember', () => {
  /** What an edit sees that begins at a revision, after one that ended at revision 7. */
  async function seeAfter7(seen: Reading<number>, at: { feed: string; revision: number }) {
    const memoryAt = createReadingMemory()
    const first = openSnapshot(db)
    await first.read(seen, ['a', 'missing'])
    memoryAt({ feed: FEED, revision: 6 }).keep({ feed: FEED, revision: 7 }, [first.readings])
    const second = openSnapshot(db, memoryAt(at).recall)
    return (await second.read(seen, ['a', 'missing', 'b'])).get('a')
  }

  test('is what was read at the same revision, also where there was nothing', async () => {
    const { seen, looks } = countLooks()
    expect(await seeAfter7(seen, { feed: FEED, revision: 7 })).toBe(1)
    expect(looks).toEqual([['a', 'missing'], ['b']])
  })

  test('is discarded when another edit was committed', async () => {
    const { seen } = countLooks()
    expect(await seeAfter7(seen, { feed: FEED, revision: 8 })).toBe(2)
    expect(await seeAfter7(seen, { feed: 'another', revision: 7 })).toBe(4)
  })

  test('does not include keys that other edits change untracked', async () => {
    const { seen } = countLooks({})
    expect(await seeAfter7(seen, { feed: FEED, revision: 7 })).toBe(2)
  })

  test('is the later of two readings', async () => {
    const { seen } = countLooks()
    const memoryAt = createReadingMemory()
    const [before, after] = [openSnapshot(db), openSnapshot(db)]
    await before.read(seen, ['a'])
    await after.read(seen, ['a'])
    memoryAt({ feed: FEED, revision: 1 }).keep({ feed: FEED, revision: 2 }, [
      before.readings,
      after.readings,
    ])
    const { recall } = memoryAt({ feed: FEED, revision: 2 })
    expect(await recall(seen, 'a')).toBe(2)
  })
})

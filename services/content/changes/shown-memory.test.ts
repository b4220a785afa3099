import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../database/schema.ts'
import { openMoment } from './moment.ts'
import type { Seen } from './shown.ts'
import { createShownMemory } from './shown-memory.ts'

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
function countLooks(kind: Pick<Seen<number>, 'remembered'> = { remembered: true }) {
  const looks: string[][] = []
  const seen: Seen<number> = {
    ...kind,
    async look(_moment, keys) {
      looks.push([...keys])
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, looks.length]))
    },
  }
  return { seen, looks }
}

const FEED = 'a feed'

describe('a moment', () => {
  test('looks at each key once, and together at those that are asked for together', async () => {
    const { seen, looks } = countLooks()
    const moment = openMoment(db)
    const [some, others] = await Promise.all([
      moment.see(seen, ['a', 'b']),
      moment.see(seen, ['b', 'c', 'missing']),
    ])
    expect([...some, ...others].map(([key]) => key)).toEqual(['a', 'b', 'b', 'c'])
    await moment.see(seen, ['a', 'c', 'missing'])
    expect(looks).toEqual([['a', 'b', 'c', 'missing']])
  })

  test('looks again where a look has failed', async () => {
    let fails = true
    const seen: Seen<string> = {
      async look() {
        if (fails) throw new Error('not now')
        return new Map([['a', 'seen']])
      },
    }
    const moment = openMoment(db)
    await expect(moment.see(seen, ['a'])).rejects.toThrow('not now')
    fails = false
    expect((await moment.see(seen, ['a'])).get('a')).toBe('seen')
  })
})

describe('what edits remember', () => {
  /** What an edit sees that begins at a revision, after one that ended at revision 7. */
  async function seeAfter7(seen: Seen<number>, at: { feed: string; revision: number }) {
    const memoryAt = createShownMemory()
    const first = openMoment(db)
    await first.see(seen, ['a', 'missing'])
    memoryAt({ feed: FEED, revision: 6 }).keep({ feed: FEED, revision: 7 }, [first.sights])
    const second = openMoment(db, memoryAt(at).recall)
    return (await second.see(seen, ['a', 'missing', 'b'])).get('a')
  }

  test('is what was seen at the same revision, also that there was nothing', async () => {
    const { seen, looks } = countLooks()
    expect(await seeAfter7(seen, { feed: FEED, revision: 7 })).toBe(1)
    expect(looks).toEqual([['a', 'missing'], ['b']])
  })

  test('is forgotten when anybody else has committed', async () => {
    const { seen } = countLooks()
    expect(await seeAfter7(seen, { feed: FEED, revision: 8 })).toBe(2)
    expect(await seeAfter7(seen, { feed: 'another', revision: 7 })).toBe(4)
  })

  test('is not what other edits change without watching it', async () => {
    const { seen } = countLooks({})
    expect(await seeAfter7(seen, { feed: FEED, revision: 7 })).toBe(2)
  })

  test('is the later of two sights', async () => {
    const { seen } = countLooks()
    const memoryAt = createShownMemory()
    const [before, after] = [openMoment(db), openMoment(db)]
    await before.see(seen, ['a'])
    await after.see(seen, ['a'])
    memoryAt({ feed: FEED, revision: 1 }).keep({ feed: FEED, revision: 2 }, [
      before.sights,
      after.sights,
    ])
    const { recall } = memoryAt({ feed: FEED, revision: 2 })
    expect(await recall(seen, 'a')).toBe(2)
  })
})

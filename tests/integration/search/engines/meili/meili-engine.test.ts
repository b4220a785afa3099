import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TitleEntry } from '#shared/contracts/change.ts'
import { FOLD_VERSION } from '#shared/text/fold.ts'
import { createMeiliEngine } from '../../../../../services/search/engines/meili/meili-engine.ts'
import { createMeiliSink } from '../../../../../services/search/engines/meili/meili-sink.ts'
import {
  hasMeiliServer,
  type MeiliServer,
  NO_MEILI_SERVER,
  ownIndexName,
  useMeiliServer,
} from '../../../../support/servers/meili-server.ts'
import {
  FEED,
  findNaively,
  inPages,
  queryOf,
  titleEntry,
  titleId,
} from '../../../../support/site/search-titles.ts'

const canRun = await hasMeiliServer()
if (!canRun) process.stdout.write(`Left out: the engine on Meilisearch. ${NO_MEILI_SERVER}\n`)

const POSITION = { feed: FEED, revision: 7 }
/** Patient, where it is not about time. */
const TIMEOUT_MS = 10_000
const SUBJECTS = ['bonds', 'bond funds', 'shares', 'a bond market', 'the market of bonds']

describe.skipIf(!canRun)('the engine on Meilisearch', () => {
  let server: MeiliServer
  let client: Meilisearch
  beforeAll(async () => {
    server = await useMeiliServer()
    client = new Meilisearch({ host: server.url, apiKey: server.key })
  })
  afterAll(() => server?.stop())

  async function fill(entries: readonly TitleEntry[], more = {}) {
    const locale = 'en_US' as const
    const index = ownIndexName(locale)
    const options = { ...server, locale, index, timeoutMs: TIMEOUT_MS, ...more }
    const sink = createMeiliSink(options)
    await sink.replaceAll(inPages(entries), POSITION)
    const engine = createMeiliEngine(options)
    const search = (text: string, part = { limit: 50, offset: 0 }) => {
      const query = queryOf(text, locale)
      if (!query) throw new Error(`${text} is no query`)
      return engine.search(query, part, AbortSignal.timeout(TIMEOUT_MS))
    }
    const expected = (text: string) => {
      const query = queryOf(text, locale)
      return query ? findNaively(entries, query, locale) : []
    }
    const finish = async (task: { taskUid: number }) =>
      expect((await client.tasks.waitForTask(task.taskUid)).status).toBe('succeeded')
    return { index, sink, engine, search, expected, finish }
  }

  const market = Array.from({ length: 2_400 }, (_, number) => {
    const subject = SUBJECTS[number % SUBJECTS.length] ?? ''
    return titleEntry(
      number,
      number % 4 === 0 ? `${subject} in ${number}` : `${number}: ${subject}`,
    )
  })

  test('pages through many titles without gaps or duplicates', async () => {
    const { search, expected } = await fill(market)

    for (const text of [
      'bond',
      'bond market',
      'market bond',
      'bonds in',
      'of bonds',
      'a b',
      '1 b',
    ]) {
      const all = expected(text)
      expect(all.length, text).toBeGreaterThan(200)
      const paged = []
      for (let offset = 0; offset < all.length; offset += 97) {
        const found = await search(text, { limit: 97, offset })
        expect(found.total).toBe(all.length)
        paged.push(...found.titles)
      }
      expect(paged, text).toEqual(all)
      expect((await search(text, { limit: 5, offset: all.length })).titles).toEqual([])
      expect(await search(text, { limit: 3, offset: 1 })).toMatchObject({ titles: all.slice(1, 4) })
    }
  })

  test('ranks titles that Meilisearch cannot compare among the others', async () => {
    const odd = [
      titleEntry(2_000, `bonds \u{f0041}`),
      titleEntry(2_001, `${'가'.repeat(200)} bond market`),
      titleEntry(0, `a bond market, and ${'x'.repeat(500)}`),
      titleEntry(401, `the bond market ${'of many words '.repeat(40)}`),
      titleEntry(700, '\u{10abcd} market bonds'),
    ]
    const entries = [...odd, ...market.filter(({ id }) => !odd.some((one) => one.id === id))]
    const { search, expected } = await fill(entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)))

    const texts = [
      'bond',
      'bond market',
      '\u{f0041}',
      '가각',
      '가가',
      'x'.repeat(150),
      '\u{10abcd}',
    ]
    for (const text of [...texts, 'many words', 'xx market', 'bonds \u{f0041}']) {
      const all = expected(text)
      for (let offset = 0; offset <= all.length; offset += 50) {
        const found = await search(text, { limit: 50, offset })
        expect(found, text).toMatchObject({
          total: all.length,
          titles: all.slice(offset, offset + 50),
        })
      }
    }
    expect(expected('가가')).toHaveLength(1)
  })

  test('accepts the longest and oddest queries [T7]', async () => {
    const words = Array.from({ length: 20 }, (_, number) => `w${number}`)
    const texts = [
      words.join(' '),
      'й'.repeat(200),
      '𝚺'.repeat(100),
      '"\\" OR kind = title',
      "') OR (1=1",
      '\\u0041\\x41 \\n',
      '_geoRadius(1,1,1)',
      '\u0000\u0001 \u001f',
      '\ud83d x',
    ]
    const { search, expected } = await fill(texts.map((text, at) => titleEntry(at, text)))

    for (const text of texts) {
      expect(await search(text), text).toMatchObject({ titles: expected(text) })
      expect(expected(text).length, text).toBeGreaterThan(0)
    }
  })

  test('finds values of exactly the longest length', async () => {
    const entries = [467, 468, 469].map((length) =>
      titleEntry(length, 'x'.repeat(length - 1).concat('y')),
    )
    const { search } = await fill(entries)

    expect((await search('xy')).total).toBe(3)
    expect((await search('x'.repeat(200))).total).toBe(3)
  })

  test('knows its revision, and checks whether it is current', async () => {
    const { engine } = await fill([titleEntry(1)])
    expect(engine.position).toBeUndefined()
    expect(await engine.look()).toEqual(POSITION)
    expect(engine.position).toEqual(POSITION)

    const asked: unknown[] = []
    const isCurrent = (position: unknown) => asked.push(position) > 1
    const late = await fill([titleEntry(1)], { isCurrent })
    await expect(late.search('bond')).rejects.toThrow(/not current/)
    expect(await late.search('bond')).toMatchObject({ total: 1 })
    expect(asked).toEqual([POSITION, POSITION])
  })

  test('finds nothing, without an error, where there is no title at all', async () => {
    const { search } = await fill([])
    expect(await search('bond')).toEqual({ position: POSITION, total: 0, titles: [] })
  })

  test('fails instead of answering when titles are missing or unknown', async () => {
    const { index, search, finish, sink } = await fill(market)
    expect(await search('bond')).toMatchObject({ total: expect.any(Number) })

    await finish(
      await client.index(index).deleteDocuments(market.slice(0, 700).map(({ id }) => id)),
    )
    await expect(search('bond')).rejects.toThrow('the index has 1700 titles instead of 2400')
    expect(await sink.findDamage()).toMatch('1700 titles instead of 2400')

    await finish(await client.index(index).deleteAllDocuments())
    await expect(search('bond')).rejects.toThrow('no state of this version')

    await finish(await client.deleteIndex(index))
    await expect(search('bond')).rejects.toThrow(/not found/)
    expect(await sink.findDamage()).toMatch('not found')
  })

  test('fails when the stored state is of another version or missing', async () => {
    const { index, search, finish, sink } = await fill([titleEntry(1)])
    const state = await client.index(index).getDocument('state', { fields: ['*'] })
    const versions = [{ foldVersion: FOLD_VERSION + 1 }, { schemaVersion: 0 }, { revision: 'x' }]

    for (const version of versions) {
      await finish(await client.index(index).addDocuments([{ ...state, ...version }]))
      await expect(search('bond')).rejects.toThrow('no state of this version')
      expect(await sink.readStanding()).toEqual({ damage: expect.stringMatching('no state') })
    }
    await finish(await client.index(index).addDocuments([{ ...state }]))
    expect((await search('bond')).total).toBe(1)
  })

  test('fails when a title was changed by another process [F13]', async () => {
    const { index, search, finish } = await fill([titleEntry(1), titleEntry(2)])
    await finish(
      await client.index(index).updateDocuments([{ id: titleId(1), title: 'Something else' }]),
    )
    await expect(search('bond')).rejects.toThrow(/"Something else", which does not match/)
    expect((await search('2')).total).toBe(1)
  })

  test('reports too many titles that Meilisearch cannot compare', async () => {
    const entries = Array.from({ length: 1_001 }, (_, at) => titleEntry(at, `Bond \u{f0041} ${at}`))
    const { search, sink } = await fill(entries)
    await expect(search('bond')).rejects.toThrow('1001 titles are too many')

    await sink.apply({ upserts: [], removals: [titleId(5)] }, { feed: FEED, revision: 8 })
    expect((await search('bond')).total).toBe(1_000)
  })
})

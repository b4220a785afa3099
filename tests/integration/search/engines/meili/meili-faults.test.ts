import { setTimeout as sleep } from 'node:timers/promises'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createIndexer } from '../../../../../services/search/engines/meili/create-indexer.ts'
import { createMeiliEngine } from '../../../../../services/search/engines/meili/meili-engine.ts'
import { createMeiliSink } from '../../../../../services/search/engines/meili/meili-sink.ts'
import { createDice } from '../../../../support/content/dice.ts'
import { MemoryContent } from '../../../../support/content/memory-content.ts'
import {
  findMeiliProgram,
  NO_MEILI_PROGRAM,
  type OwnMeiliServer,
  ownIndexName,
  startMeiliServer,
} from '../../../../support/servers/meili-server.ts'
import { followQuietly } from '../../../../support/site/follow-quietly.ts'
import {
  FEED,
  findNaively,
  inPages,
  queryOf,
  titleEntry,
  titleId,
} from '../../../../support/site/search-titles.ts'

const canRun = (await findMeiliProgram()) !== undefined
if (!canRun) process.stdout.write(`Left out: faults of Meilisearch. ${NO_MEILI_PROGRAM}\n`)

const locale = 'en_US' as const
const at = (revision: number) => ({ feed: FEED, revision })

describe.skipIf(!canRun)('Meilisearch', () => {
  let server: OwnMeiliServer
  beforeAll(async () => {
    server = await startMeiliServer()
  })
  afterAll(() => server?.stop())

  function open(more = {}) {
    const options = { ...server, locale, index: ownIndexName(locale), timeoutMs: 5_000, ...more }
    const engine = createMeiliEngine(options)
    const search = async (text: string, signal = AbortSignal.timeout(5_000)) => {
      const query = queryOf(text, locale)
      if (!query) throw new Error('no query')
      return engine.search(query, { limit: 1_000, offset: 0 }, signal)
    }
    const expected = (content: MemoryContent, text: string) => {
      const query = queryOf(text, locale)
      return query ? findNaively(content.titles, query, locale) : []
    }
    return { options, sink: createMeiliSink(options), engine, search, expected }
  }

  const titles = (count: number, word: string) =>
    Array.from({ length: count }, (_, number) => titleEntry(number, `Bond ${word} ${number}`))

  test('that does not answer is abandoned after 150 ms, or when the reader disconnects [M-509, F14]', async () => {
    const { sink, search } = open({ timeoutMs: undefined })
    await sink.replaceAll(inPages(titles(10, 'one')), at(1))
    await search('bond')
    server.freeze()
    onTestFinished(() => server.thaw())

    const start = performance.now()
    await expect(search('bond')).rejects.toThrow()
    expect(performance.now() - start).toBeGreaterThan(140)
    expect(performance.now() - start).toBeLessThan(1_000)

    const again = performance.now()
    await expect(search('bond', AbortSignal.timeout(20))).rejects.toThrow()
    expect(performance.now() - again).toBeLessThan(140)
  })

  test('that does not answer does not delay the end of the indexer', async () => {
    const content = new MemoryContent(titles(10, 'any'))
    const indexer = createIndexer({ ...open().options, source: content, watchMs: 50 })
    const { until, stop } = followQuietly(indexer)
    await until(() => expect(indexer.problem).toBeUndefined())
    server.freeze()
    onTestFinished(() => server.thaw())
    content.publish(titleEntry(1, 'Bond changed'))
    await sleep(200)

    const start = performance.now()
    await stop()
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('that is killed while an index is rebuilt has the old one complete [F16]', async () => {
    const { options, sink, search } = open()
    await sink.replaceAll(inPages(titles(300, 'old')), at(1))
    const dice = createDice(1)

    for (let round = 0; round < 3; round++) {
      const slowly = (async function* () {
        for await (const page of inPages(titles(3_000, 'new'), 100)) {
          await sleep(5)
          yield page
        }
      })()
      const filling = createMeiliSink(options)
      await filling.readStanding()
      const ended = filling.replaceAll(slowly, at(2)).catch(() => 'failed')
      await sleep(30 + dice.below(250))
      await server.kill()
      await expect(search('bond')).rejects.toThrow()
      await server.restart()

      const found = await search('bond')
      expect([300, 3_000]).toContain(found.total)
      const next = createMeiliSink(options)
      expect(await next.readStanding()).toHaveProperty('titles', found.total)
      await ended
    }
    const last = createMeiliSink(options)
    await last.readStanding()
    await last.replaceAll(inPages(titles(50, 'last')), at(3))
    expect((await search('bond')).total).toBe(50)
  })

  test('that is killed repeatedly between edits never has a title without its position', async () => {
    const content = new MemoryContent(titles(100, 'first'))
    const { options, engine, search, expected } = open()
    const indexer = createIndexer({ ...options, source: content, watchMs: 200 })
    const { until } = followQuietly(indexer)
    await until(() => expect(indexer.position?.revision).toBe(1))
    /** By revision, all titles then. */
    const history = new Map([[1, expected(content, 'bond')]])
    const dice = createDice(7)

    for (let round = 0; round < 4; round++) {
      for (let edit = 0; edit < 6; edit++) {
        const number = dice.below(150)
        if (dice.below(4) === 0) content.withdraw(titleId(number))
        else content.publish(titleEntry(number, `Bond ${content.revision} ${number}`))
        history.set(content.revision, expected(content, 'bond'))
        await sleep(dice.below(40))
      }
      await server.kill()
      await sleep(dice.below(100))
      await server.restart()

      const found = await search('bond')
      expect(found.titles).toEqual(history.get(engine.position?.revision ?? 0))
    }

    await until(async () => {
      expect((await search('bond')).titles).toEqual(expected(content, 'bond'))
      expect(engine.position?.revision).toBe(content.revision)
    }, 20_000)
    expect(indexer.rebuilds).toBe(1)
  }, 90_000)

  test('that loses all data is filled again within seconds [P8, F15]', async () => {
    const content = new MemoryContent(titles(200, 'kept'))
    const { options, search, expected } = open()
    const indexer = createIndexer({ ...options, source: content })
    const { until } = followQuietly(indexer)
    await until(async () => expect((await search('bond')).total).toBe(200))

    await server.wipe()
    const start = performance.now()

    await until(async () => {
      expect((await search('bond')).titles).toEqual(expected(content, 'bond'))
    }, 20_000)
    expect(performance.now() - start).toBeLessThan(8_000)
    await until(() => expect(indexer).toMatchObject({ rebuilds: 2, problem: undefined }))
  })

  test('without the required filter is reported, and is used as soon as it is switched on', async () => {
    const off = await startMeiliServer([])
    onTestFinished(() => off.stop())
    const content = new MemoryContent(titles(5, 'any'))
    const { options, engine, search } = open({ url: off.url, key: off.key })
    const indexer = createIndexer({ ...options, source: content, watchMs: 50 })
    const { until, log } = followQuietly(indexer)
    await until(() => expect(indexer.problem).toMatch(/--experimental-contains-filter/))
    expect(log.warn).toHaveBeenCalledTimes(1)

    const client = new Meilisearch({ host: off.url, apiKey: off.key })
    await client.updateExperimentalFeatures({ containsFilter: true })
    await until(async () => expect((await search('bond')).total).toBe(5))
    expect(await engine.look()).toEqual({ feed: content.feed, revision: 1 })
    await until(() => expect(indexer.problem).toBeUndefined())

    await client.updateExperimentalFeatures({ containsFilter: false })
    await expect(search('bond')).rejects.toThrow(/CONTAINS is switched off: start Meilisearch with/)
    await expect(engine.look()).rejects.toThrow(/CONTAINS is switched off/)
    await until(() => expect(indexer.problem).toMatch(/CONTAINS is switched off/))
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SearchAnswer } from '#shared/contracts/search.ts'
import { buildApp } from '../../services/search/app.ts'
import { connectMeili, indexNameOf } from '../../services/search/engines/meili/connect.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import { buildIndexer, type IndexerApp } from '../../services/search/indexer-app.ts'
import { NO_LOAD } from '../../services/shared/http/load-ladder.ts'
import { createDice } from '../support/content/dice.ts'
import { MemoryContent } from '../support/content/memory-content.ts'
import {
  findMeiliProgram,
  NO_MEILI_PROGRAM,
  type OwnMeiliServer,
  startMeiliServer,
} from '../support/servers/meili-server.ts'
import { createTcpLink } from '../support/servers/tcp-link.ts'
import { findNaively, titleEntry } from '../support/site/search-titles.ts'

const LOCALE = 'en_US'
const QUERIES_PER_SECOND = 50
const QUIET = { level: 'silent' }
const WORDS = ['bond', 'Bonds', 'fund', 'rate', 'invest', 'Investing', 'in', 'a', '401(k)', 'é']
const QUERIES = [
  'bond',
  'in a',
  'vest',
  'fund rate',
  '401(k)',
  'bonds in',
  'é in',
  'nowhere',
  'e f',
]

const hasProgram = (await findMeiliProgram()) !== undefined
if (!hasProgram) process.stderr.write(`Left out: outages of Meilisearch. ${NO_MEILI_PROGRAM}\n`)

describe.skipIf(!hasProgram)('while Meilisearch is down, slow or empty [P1]', () => {
  let server: OwnMeiliServer
  let content: MemoryContent
  let indexer: IndexerApp
  let url: string
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const dice = createDice(5)
    const title = () => Array.from({ length: 4 }, () => dice.oneOf(WORDS)).join(' ')
    content = new MemoryContent(Array.from({ length: 2_000 }, (_, at) => titleEntry(at, title())))
    server = await startMeiliServer()
    closers.unshift(server.stop)
    // As after a night without power: Meilisearch is the last one to come back.
    await server.kill()
    const address = { url: server.url, key: server.key }
    indexer = buildIndexer({ ...address, content, locale: LOCALE, log: QUIET })
    closers.unshift(indexer.start().stop)
    const search = buildApp({
      content,
      locale: LOCALE,
      engine: 'meili',
      meili: address,
      log: QUIET,
      siteUrl: 'https://finlore.example',
      maxPerSecond: 10_000,
      isCompared: () => true,
    })
    closers.unshift(search.start().stop)
    url = await search.service.app.listen({ host: '127.0.0.1', port: 0 })
    closers.unshift(() => search.service.app.close())
    await vi.waitUntil(() => search.titles.position !== undefined, 20_000)
  }, 60_000)

  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function ask(query: string) {
    const response = await fetch(
      `${url}/api/search?${new URLSearchParams({ q: query, limit: '20' })}`,
    )
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const answer = Value.Parse(SearchAnswer, await response.json())
    return { status: response.status, engine: response.headers.get('x-search-engine'), answer }
  }

  async function untilMeiliAnswers(): Promise<void> {
    const answered = async () => expect((await ask('bond')).engine).toBe('meili')
    await vi.waitFor(answered, { timeout: 40_000, interval: 200 })
  }

  /** Asks all the time while something is done, and says what was wrong and who answered. */
  async function askThroughout(work: () => Promise<unknown>) {
    const wrong: string[] = []
    const engines = new Set<string | null>()
    const underWay: Promise<void>[] = []
    const expected = new Map(
      QUERIES.map((query) => [
        query,
        findNaively(content.titles, readTitleQuery(query, LOCALE), LOCALE).map(({ path }) => path),
      ]),
    )
    const check = async (query: string) => {
      const paths = expected.get(query) ?? []
      try {
        const { status, engine, answer } = await ask(query)
        engines.add(engine)
        const found = answer.hits.map(({ path }) => path)
        const isRight = answer.total === paths.length && found.join() === paths.slice(0, 20).join()
        if (status !== 200 || !isRight) wrong.push(`${query}: ${status} from ${engine}`)
      } catch (error) {
        wrong.push(`${query}: ${error}`)
      }
    }
    const done = new AbortController()
    const working = work().finally(() => done.abort())
    for (let at = 0; !done.signal.aborted; at++) {
      underWay.push(check(QUERIES[at % QUERIES.length] ?? ''))
      await sleep(1_000 / QUERIES_PER_SECOND)
    }
    await working
    await Promise.all(underWay)
    expect(underWay.length).toBeGreaterThan(QUERIES_PER_SECOND)
    return { wrong, engines }
  }

  test('and was down at the start, every answer is right, and it is used when it is up [F12]', async () => {
    const { wrong, engines } = await askThroughout(async () => {
      await vi.waitUntil(
        async () => (await indexer.service.ops.inject('/readyz')).statusCode === 503,
        { timeout: 20_000 },
      )
      await sleep(2_000)
    })
    expect({ wrong, engines: [...engines] }).toEqual({ wrong: [], engines: ['embedded'] })

    await server.restart()
    await untilMeiliAnswers()
    expect((await indexer.service.ops.inject('/readyz')).statusCode).toBe(200)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'stopped and started again',
      async () => {
        await server.kill()
        await sleep(2_000)
        await server.restart()
      },
    ],
    [
      'frozen and thawed',
      async () => {
        server.freeze()
        await sleep(2_000)
        server.thaw()
      },
    ],
    ['wiped', () => server.wipe()],
    [
      'robbed of its index',
      async () => {
        const client = connectMeili({ url: server.url, key: server.key })
        await client.deleteIndex(indexNameOf(LOCALE)).waitTask()
      },
    ],
    [
      'robbed of half of its titles',
      async () => {
        const client = connectMeili({ url: server.url, key: server.key })
        const ids = content.titles.filter((_, at) => at % 2 === 0).map(({ id }) => id)
        await client.index(indexNameOf(LOCALE)).deleteDocuments(ids).waitTask()
      },
    ],
    [
      'emptied',
      async () => {
        const client = connectMeili({ url: server.url, key: server.key })
        await client.index(indexNameOf(LOCALE)).deleteAllDocuments().waitTask()
      },
    ],
  ])(
    '%s, every answer is right, and its index is synchronized again [F12, F13, F14, F15]',
    async (_name, harm) => {
      const { wrong, engines } = await askThroughout(async () => {
        await harm()
        await sleep(1_000)
        await untilMeiliAnswers()
      })

      expect(wrong).toEqual([])
      expect([...engines].sort()).toEqual(['embedded', 'meili'])
      // What is published afterwards comes to it too.
      const number = content.titles.length + 10
      content.publish(titleEntry(number, `Published afterwards ${number}`))
      const atOnce = async () => {
        const { engine, answer } = await ask(`afterwards ${number}`)
        expect({ engine, total: answer.total }).toEqual({ engine: 'meili', total: 1 })
      }
      await vi.waitFor(atOnce, { timeout: 5_000, interval: 50 })
    },
  )

  test('and answers after five seconds, every search is answered in time by the embedded index [F14]', async () => {
    const link = await createTcpLink(server.url)
    closers.unshift(link.cut)
    const meili = { url: link.url.replace(/\/$/, ''), key: server.key }
    const far = buildApp({
      content,
      locale: LOCALE,
      engine: 'meili',
      meili,
      log: QUIET,
      measureLoad: () => NO_LOAD,
      siteUrl: 'https://finlore.example',
      maxPerSecond: 10_000,
    })
    closers.unshift(far.start().stop)
    const askFar = async (query: string) => {
      const begunAt = performance.now()
      const answer = await far.service.app.inject(
        `/api/search?${new URLSearchParams({ q: query })}`,
      )
      const engine = answer.headers['x-search-engine']
      return { status: answer.statusCode, engine, ms: performance.now() - begunAt }
    }
    const answersByMeili = async () => expect((await askFar('bond')).engine).toBe('meili')
    await vi.waitFor(answersByMeili, { timeout: 40_000, interval: 200 })
    await vi.waitUntil(() => far.titles.position, 40_000)

    link.slow(5_000)
    const answers: Awaited<ReturnType<typeof askFar>>[] = []
    for (let round = 0; round < 30; round++)
      answers.push(await askFar(`bond ${'abcdef'[round % 6]}`))

    for (const answer of answers) expect(answer).toMatchObject({ status: 200, engine: 'embedded' })
    // The first few wait for it a little; it is then left alone.
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_500)
    expect(far.titles.isMeiliUp).toBe(false)
  })
})

import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIndexer } from '../../../../../services/search/engines/meili/create-indexer.ts'
import { createState } from '../../../../../services/search/engines/meili/index-state.ts'
import { createMeiliEngine } from '../../../../../services/search/engines/meili/meili-engine.ts'
import { rebuildIndex } from '../../../../../services/search/engines/meili/rebuild-index.ts'
import { MemoryContent } from '../../../../support/content/memory-content.ts'
import {
  hasMeiliServer,
  type MeiliServer,
  NO_MEILI_SERVER,
  ownIndexName,
  useMeiliServer,
} from '../../../../support/servers/meili-server.ts'
import { followQuietly } from '../../../../support/site/follow-quietly.ts'
import {
  FEED,
  findNaively,
  queryOf,
  titleEntry,
  titleId,
} from '../../../../support/site/search-titles.ts'

const canRun = await hasMeiliServer()
if (!canRun) process.stdout.write(`Left out: the indexer of Meilisearch. ${NO_MEILI_SERVER}\n`)

const locale = 'en_US' as const

describe.skipIf(!canRun)('the indexer', () => {
  let server: MeiliServer
  let client: Meilisearch
  beforeAll(async () => {
    server = await useMeiliServer()
    client = new Meilisearch({ host: server.url, apiKey: server.key })
  })
  afterAll(() => server?.stop())

  function open(content: MemoryContent, more = {}) {
    const index = ownIndexName(locale)
    const options = { ...server, locale, index, timeoutMs: 5_000 }
    const start = () => {
      const indexer = createIndexer({ ...options, source: content, watchMs: 50, ...more })
      return { indexer, ...followQuietly(indexer) }
    }
    const engine = createMeiliEngine(options)
    /** Whether readers find what content has, as of now. */
    const findsAll = async () => {
      const query = queryOf('bond', locale)
      if (!query) throw new Error('no query')
      const part = { limit: 1_000, offset: 0 }
      const found = await engine.search(query, part, AbortSignal.timeout(5_000))
      expect(found.titles).toEqual(findNaively(content.titles, query, locale))
      expect(engine.position).toEqual({ feed: content.feed, revision: content.revision })
    }
    return { index, engine, start, findsAll, ...start() }
  }

  const finish = async (task: { taskUid: number }) =>
    expect((await client.tasks.waitForTask(task.taskUid)).status).toBe('succeeded')

  const someTitles = Array.from({ length: 40 }, (_, number) => titleEntry(number))

  test('fills an index and keeps it up to date', async () => {
    const content = new MemoryContent(someTitles)
    const { indexer, until, findsAll } = open(content)
    await until(findsAll)
    const counts = { rebuilds: 1, refused: 0, repaired: 0 }
    await until(() => expect(indexer).toMatchObject({ problem: undefined, ...counts }))

    content.publish(titleEntry(3, 'Bond changed'), titleEntry(50))
    content.withdraw(titleId(4), titleId(50))
    content.publish(titleEntry(4, 'Bond is back'))
    await until(findsAll)
    expect(indexer.rebuilds).toBe(1)
  })

  test('continues where another indexer ended', async () => {
    const content = new MemoryContent(someTitles)
    const first = open(content)
    await first.until(first.findsAll)
    await first.stop()
    content.publish(titleEntry(60))

    const second = first.start()

    await second.until(first.findsAll)
    expect(second.indexer.rebuilds).toBe(0)
  })

  test.each<[string, (client: Meilisearch, index: string) => Promise<{ taskUid: number }>]>([
    ['the index was deleted', (client, index) => client.deleteIndex(index)],
    ['all documents were deleted', (client, index) => client.index(index).deleteAllDocuments()],
    [
      'half of the documents were deleted',
      (client, index) =>
        client.index(index).deleteDocuments(someTitles.slice(0, 20).map(({ id }) => id)),
    ],
    ['the settings were reset', (client, index) => client.index(index).resetSettings()],
    [
      'the state is of another feed',
      async (client, index) => {
        const state = await client.index(index).getDocument('state')
        const feed = 'cccccccc-0000-4000-8000-000000000000'
        return client.index(index).addDocuments([{ ...state, feed, stamp: 'x' }])
      },
    ],
  ])('fills the index again by itself when %s', async (_, damage) => {
    const content = new MemoryContent(someTitles)
    const { index, indexer, until, findsAll } = open(content)
    await until(findsAll)

    await finish(await damage(client, index))

    await until(findsAll, 10_000)
    await until(() => expect(indexer).toMatchObject({ rebuilds: 2, problem: undefined }))
  })

  test('notices at once when a new index is emptied right after the swap', async () => {
    const index = ownIndexName(locale)
    const state = createState({ feed: FEED, revision: 1 }, 0)
    const emptying = new Meilisearch({ host: server.url, apiKey: server.key })
    emptying.swapIndexes = (swaps) => {
      const swapping = client.swapIndexes(swaps)
      const emptied = swapping.then(async (task) => {
        await finish(task)
        await finish(await client.index(index).deleteAllDocuments())
        return task
      })
      return Object.assign(emptied, { waitTask: swapping.waitTask })
    }

    const rebuilding = rebuildIndex(emptying, index, async () => ({ count: 0, state }))

    await expect(rebuilding).rejects.toThrow('somebody else wrote to the index')
  })

  test('applies changes again that a restored older state lacks', async () => {
    const content = new MemoryContent(someTitles)
    const { index, indexer, until, findsAll } = open(content)
    await until(findsAll)
    const state = await client.index(index).getDocument('state')
    content.publish(titleEntry(5, 'Bond number five'))
    await until(findsAll)

    // As a snapshot of the server would bring both back.
    const old = [titleEntry(5)].map(({ id }) => ({ id, h: 'old', title: 'Bond of the past' }))
    await finish(await client.index(index).updateDocuments(old))
    await finish(await client.index(index).addDocuments([{ ...state }]))

    await until(findsAll)
    expect(indexer.rebuilds).toBe(1)
  })

  test('compares all titles periodically, and repairs differences [F13]', async () => {
    const content = new MemoryContent(someTitles)
    const { index, indexer, until, findsAll, log } = open(content, { compareMs: 300 })
    await until(findsAll)

    const wrong = { id: titleId(6), h: 'wrong', title: 'Bond, wrong' }
    await finish(await client.index(index).updateDocuments([wrong]))

    await until(findsAll)
    await until(() => expect(indexer).toMatchObject({ repaired: 1, rebuilds: 1 }))
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  test('fills the index again when it has titles that content does not have', async () => {
    const content = new MemoryContent(someTitles)
    const { index, indexer, until, findsAll } = open(content, { compareMs: 300 })
    await until(findsAll)

    const state = await client.index(index).getDocument('state')
    const stranger = { ...(await client.index(index).getDocument(titleId(1))), id: titleId(777) }
    await finish(await client.index(index).addDocuments([stranger, { ...state, titles: 41 }]))

    await until(findsAll)
    expect(indexer.rebuilds).toBe(2)
  })

  test('serves what it has during an outage of content, and catches up', async () => {
    const content = new MemoryContent(someTitles)
    const { indexer, until, findsAll } = open(content)
    await until(findsAll)

    content.failure = new Error('connection refused')
    content.publish(titleEntry(70))
    await until(() => expect(indexer.isCutOff).toBe(true))
    expect(indexer.problem).toBeUndefined()
    expect(indexer.position).toEqual({ feed: FEED, revision: 1 })

    content.failure = undefined
    await until(findsAll)
    await until(() => expect(indexer.isCutOff).toBe(false))
  })

  test('waits until content is available', async () => {
    const content = new MemoryContent(someTitles)
    content.failure = new Error('connection refused')
    const { indexer, until, findsAll } = open(content)
    await until(() => expect(indexer.isCutOff).toBe(true))
    expect(indexer.problem).toBe('the index is being filled')

    content.failure = undefined
    await until(findsAll)
    expect(indexer.rebuilds).toBe(1)
  })

  test('reaches the right state with a concurrent indexer on the same index', async () => {
    const content = new MemoryContent(someTitles)
    const first = open(content)
    const second = first.start()
    await first.until(first.findsAll)

    for (let number = 100; number < 130; number++) {
      content.publish(titleEntry(number), titleEntry(number - 95, `Bond ${number} again`))
      if (number % 3 === 0) content.withdraw(titleId(number - 1))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }

    await first.until(first.findsAll)
    await second.stop()
    content.publish(titleEntry(200))
    await first.until(first.findsAll)
  })
})

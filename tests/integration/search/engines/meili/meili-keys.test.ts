import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveAccessKeys } from '../../../../../services/search/engines/meili/access-keys.ts'
import { createIndexer } from '../../../../../services/search/engines/meili/create-indexer.ts'
import { createMeiliEngine } from '../../../../../services/search/engines/meili/meili-engine.ts'
import { MemoryContent } from '../../../../support/content/memory-content.ts'
import {
  hasMeiliServer,
  type MeiliServer,
  NO_MEILI_SERVER,
  ownIndexName,
  useMeiliServer,
} from '../../../../support/servers/meili-server.ts'
import { followQuietly } from '../../../../support/site/follow-quietly.ts'
import { queryOf, titleEntry } from '../../../../support/site/search-titles.ts'

const canRun = await hasMeiliServer()
if (!canRun) process.stdout.write(`Left out: keys of Meilisearch. ${NO_MEILI_SERVER}\n`)

const locale = 'en_US' as const

describe.skipIf(!canRun)('the keys for Meilisearch', () => {
  let server: MeiliServer
  let output: string
  let keys: { search: string; indexer: string }
  beforeAll(async () => {
    server = await useMeiliServer()
    output = await createKeys(server)
    const [, search = '', indexer = ''] =
      /^MEILI_SEARCH_KEY=(\w+)\nMEILI_INDEXER_KEY=(\w+)\n$/.exec(output) ?? []
    keys = { search, indexer }
  })
  afterAll(() => server?.stop())

  test('are printed, the same each time', async () => {
    expect(keys.search).toMatch(/^\w{32,}$/)
    expect(keys.indexer).not.toBe(keys.search)
    expect(await createKeys(server)).toBe(output)
  })

  test('equal the keys that are derived without Meilisearch', () => {
    expect(deriveAccessKeys(server.key)).toEqual(keys)
  })

  test('are not printed where output is kept', async () => {
    expect(await createKeys(server, '--quiet')).toBe('The keys are there.\n')
  })

  test('are replaced when they have too many permissions', async () => {
    const master = new Meilisearch({ host: server.url, apiKey: server.key })
    const { results } = await master.getKeys({ limit: 100 })
    const key = results.find((one) => one.key === keys.search)
    await master.deleteKey(key?.uid ?? '')
    await master.createKey({ uid: key?.uid ?? '', actions: ['*'], indexes: ['*'], expiresAt: null })

    expect(await createKeys(server)).toBe(output)
    const { actions, indexes } = await master.getKey(keys.search)
    expect({ actions, indexes }).toEqual({ actions: ['search'], indexes: ['titles_*'] })
  })

  test('allow the indexer to write and the engine to search', async () => {
    const index = ownIndexName(locale)
    const content = new MemoryContent([titleEntry(1), titleEntry(2)])
    const { url } = server
    const options = { url, key: keys.indexer, source: content, locale, index }
    const indexer = createIndexer({ ...options, watchMs: 50, compareMs: 100 })
    const { until, log } = followQuietly(indexer)
    await until(() =>
      expect(indexer).toMatchObject({ problem: undefined, position: { revision: 1 } }),
    )
    content.withdraw(titleEntry(2).id)
    await until(() => expect(indexer.position?.revision).toBe(2))
    expect(indexer.problem).toBeUndefined()

    const engine = createMeiliEngine({ url, key: keys.search, locale, index, timeoutMs: 5_000 })
    const query = queryOf('bond', locale)
    if (!query) throw new Error('no query')
    const signal = AbortSignal.timeout(5_000)
    expect(await engine.search(query, { limit: 5, offset: 0 }, signal)).toMatchObject({ total: 1 })

    // A rebuild beside an index that is there swaps and deletes as well.
    content.beginAgain('bbbbbbbb-0000-4000-8000-000000000000', [titleEntry(7)])
    await until(() => expect(indexer.position).toMatchObject({ feed: content.feed }))
    expect((await engine.search(query, { limit: 5, offset: 0 }, signal)).titles).toMatchObject([
      { title: 'Bond 7' },
    ])
    expect(log.error).not.toHaveBeenCalled()
  })

  test('allow nothing else', async () => {
    const search = new Meilisearch({ host: server.url, apiKey: keys.search })
    const indexer = new Meilisearch({ host: server.url, apiKey: keys.indexer })
    const index = 'titles_en_US_nobody'
    const refusals = [
      () => search.index('other').search('x'),
      () => search.index(index).addDocuments([{ id: '1' }]),
      () => search.index(index).getDocuments(),
      () => search.index(index).getSettings(),
      () => search.index(index).delete(),
      () => search.tasks.getTasks(),
      () => search.getStats(),
      () => search.getKeys(),
      () => search.getExperimentalFeatures(),
      () => indexer.index('other').addDocuments([{ id: '1' }]),
      () => indexer.index('other').search('x'),
      () => indexer.createIndex('other'),
      () => indexer.getKeys(),
      () => indexer.createDump(),
      () => indexer.createSnapshot(),
      () => indexer.updateExperimentalFeatures({ containsFilter: true }),
      () => indexer.tasks.cancelTasks({ statuses: ['enqueued'] }),
      () => indexer.swapIndexes([{ indexes: [index, 'other'], rename: false }]),
    ]
    for (const refused of refusals) {
      await expect(refused(), refused.toString()).rejects.toMatchObject({
        cause: { code: 'invalid_api_key' },
      })
    }
  })
})

async function createKeys({ url, key }: MeiliServer, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['services/search/create-keys.ts', ...args],
    { env: { ...process.env, MEILI_URL: url, MEILI_MASTER_KEY: key } },
  )
  return stdout
}

import { describe, expect, test } from 'vitest'
import { MemoryContent } from '../../tests/support/content/memory-content.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { buildIndexer } from './indexer-app.ts'
import { loadIndexerConfig } from './indexer-config.ts'

describe('the process that writes to Meilisearch', () => {
  test('reports why it is not ready without Meilisearch, and ends at SIGTERM', async () => {
    const { service, start } = buildIndexer({
      url: `http://127.0.0.1:${await freePort()}`,
      content: new MemoryContent(),
      locale: 'en_US',
      log: { level: 'silent' },
    })
    expect((await service.ops.inject('/readyz')).json().reasons).toEqual({
      index: 'it has not begun',
    })

    const indexer = start()
    await expect
      .poll(async () => (await service.ops.inject('/readyz')).json().reasons.index)
      .toMatch(/has failed/)
    const { body } = await service.ops.inject('/metrics')
    expect(body).toMatch(/^finlore_indexer_problem\{.*\} 1$/m)
    expect(body).toMatch(/^finlore_search_revision\{.*\} 0$/m)
    expect(body).toMatch(/^finlore_dependency_up\{dependency="meilisearch".*\} 0$/m)
    expect((await service.ops.inject('/livez')).statusCode).toBe(200)

    await indexer.stop()
  })

  test('does not start without its addresses', () => {
    expect(() => loadIndexerConfig({ SITE_LOCALE: 'en_US' })).toThrow(/CONTENT_URL.*MEILI_URL/s)
    const env = { SITE_LOCALE: 'tr_TR', CONTENT_URL: 'http://content:8081', MEILI_KEY: '' }
    expect(loadIndexerConfig({ ...env, MEILI_URL: 'http://meilisearch:7700' })).toMatchObject({
      SITE_LOCALE: 'tr_TR',
      OPS_PORT: 9090,
    })
  })
})

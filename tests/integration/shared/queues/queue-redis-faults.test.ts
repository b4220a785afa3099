import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { findOldPages, findStale, untilFilled } from '../../../support/pages/stored-pages.ts'
import { testTitle } from '../../../support/servers/queue-backends.ts'
import {
  missingRedis,
  type RedisServer,
  startRedisServer,
} from '../../../support/servers/redis-server.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const SOON = { timeout: 30_000, interval: 50 }

describe.skipIf(missingRedis)(testTitle('an edit, with jobs', 'Redis'), () => {
  let redis: RedisServer
  let client: Redis
  let site: WiredSite
  beforeAll(async () => {
    redis = await startRedisServer()
    client = new Redis(redis.url)
    client.on('error', () => {})
    site = await wireSite({ redisUrl: redis.url })
    await untilFilled(site)
  })
  afterAll(async () => {
    await site?.close()
    client?.disconnect()
    await redis?.stop()
  })

  const pageShows = (title: string) =>
    expect
      .poll(async () => (await rawRequest(site.url, ARTICLE)).text, SOON)
      .toContain(`<h1>${title}</h1>`)
  const everyPageIsRight = async () => {
    await expect.poll(() => findStale(site), SOON).toEqual([])
    expect(await findOldPages(site)).toEqual([])
  }
  const ask = (path: string) => rawRequest(site.workerUrl, path)

  /** For one test. */
  async function configure(name: string, value: string) {
    const [, before = ''] = Object.values(await client.config('GET', name)).flat()
    onTestFinished(() => client.config('SET', name, before).then(() => {}))
    await client.config('SET', name, value)
  }

  test('does not wait for a frozen Redis, and is on every page afterwards [F9]', async () => {
    redis.freeze()
    onTestFinished(() => redis.thaw())
    await site.edit('PATCH', ARTICLE, { title: 'While the queue is frozen' })
    await pageShows('While the queue is frozen')
    expect((await ask('/readyz')).status, 'an outage is no reason').toBe(200)

    redis.thaw()
    await everyPageIsRight()
  })

  test('does not need a full Redis, which is reported, and is on every page when there is memory [F10]', async () => {
    await configure('maxmemory', '1')
    await site.edit('PATCH', ARTICLE, { title: 'While the queue is full' })
    await pageShows('While the queue is full')
    await expect.poll(() => site.complaints.join('\n'), SOON).toContain('OOM command not allowed')
    expect((await ask('/metrics')).text).toMatch(/^finlore_queue_max_memory_bytes\b.* 1$/m)

    await client.config('SET', 'maxmemory', '0')
    await everyPageIsRight()
  })

  test('is on every page where Redis may evict jobs, and the worker is not ready and reports why [F11]', async () => {
    expect((await ask('/readyz')).status).toBe(200)
    await configure('maxmemory-policy', 'allkeys-lru')

    const { status, text } = await ask('/readyz')
    expect([status, JSON.parse(text).reasons]).toEqual([
      503,
      { queue: 'Redis may drop jobs: set its maxmemory-policy to noeviction, not allkeys-lru' },
    ])
    expect((await ask('/metrics')).text).toMatch(/^finlore_dependency_up\{.*"queue".*\} 0$/m)

    await site.edit('PATCH', ARTICLE, { title: 'While jobs may be dropped' })
    await pageShows('While jobs may be dropped')
    await everyPageIsRight()
  })
})

import { createHash } from 'node:crypto'
import { createRedisBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { settlesWithin } from '../settles-within.ts'
import type { OnFailure, QueueBackend } from './queue-backend.ts'

const CLOSE_MS = 1_000

const SHARED = {
  connectTimeout: 1_000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
}

/**
 * One connection for all queues and one for all workers of the process; each worker adds one for
 * blocking commands. While the server is down, they reconnect without end.
 *
 * @param site identifies the site, because several may share a server and run the same build
 */
export function openRedisBackend(
  redisUrl: string,
  site: string,
  onFailure: OnFailure,
): QueueBackend {
  // The client's own error would repeat the URL with its password.
  if (!URL.canParse(redisUrl)) {
    throw new Error('REDIS_URL is not understood: write redis://USER:PASSWORD@HOST:PORT')
  }
  const producers = new Redis(redisUrl, {
    ...SHARED,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 2_000,
  })
  producers.on('error', onFailure)
  let workers: Redis | undefined

  return {
    // In braces, so that a cluster keeps all keys on one node, as BullMQ's scripts require.
    prefix: `{finlore-${createHash('sha256').update(site).digest('hex').slice(0, 8)}}`,
    forProducers: (name, opts, more) =>
      createRedisBackend(name, { ...opts, connection: producers }, more),
    forWorkers: (name, opts, more) => {
      workers ??= new Redis(redisUrl, { ...SHARED, maxRetriesPerRequest: null }).on(
        'error',
        onFailure,
      )
      return createRedisBackend(name, { ...opts, connection: workers }, more)
    },
    async memory() {
      const report = await producers.info('memory')
      const value = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(report)?.[1]
      return {
        usedBytes: Number(value('used_memory')),
        maxBytes: Number(value('maxmemory')),
        policy: value('maxmemory_policy'),
      }
    },
    close: async () => {
      await Promise.all([producers, ...(workers ? [workers] : [])].map(quit))
    },
  }
}

async function quit(client: Redis): Promise<void> {
  if (client.status === 'ready') await settlesWithin(CLOSE_MS, client.quit()).catch(() => {})
  client.disconnect()
}

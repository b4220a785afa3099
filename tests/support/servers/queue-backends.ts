import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import {
  openRebuildQueues,
  type QueueConnection,
} from '../../../services/shared/queues/open-rebuild-queues.ts'
import type {
  Lane,
  RebuildHandlers,
  RebuildQueues,
} from '../../../services/shared/queues/rebuild-queues.ts'
import { createTestDatabase } from '../postgres/database.ts'
import { missingRedis, type RedisServer, startRedisServer } from './redis-server.ts'
import { createTcpLink, type TcpLink } from './tcp-link.ts'

export const BACKENDS = ['Postgres', 'Redis'] as const
export type Backend = (typeof BACKENDS)[number]

/** Why a backend cannot be tested here, or `undefined`. */
export const missing = (backend: Backend) => (backend === 'Redis' ? missingRedis : undefined)

/** Says why the tests are left out, if they are. */
export const testTitle = (what: string, backend: Backend) =>
  [`${what} on ${backend}`, missing(backend)].filter(Boolean).join(': ')

export interface QueueHome {
  connection: QueueConnection
  redis: RedisServer | undefined
  /** The same by way of a link that can be cut. */
  linked(): Promise<{ link: TcpLink; connection: QueueConnection }>
  close(): Promise<void>
}

/** A server, or a database on it, for the queues of one test file. */
export async function openQueueHome(backend: Backend): Promise<QueueHome> {
  const redis = backend === 'Redis' ? await startRedisServer() : undefined
  const database = await createTestDatabase()
  const connection = { databaseUrl: database.url, redisUrl: redis?.url }
  return {
    connection,
    redis,
    async linked() {
      const link = await createTcpLink(redis?.url ?? database.url)
      onTestFinished(() => link.cut())
      return {
        link,
        connection: redis ? { ...connection, redisUrl: link.url } : { databaseUrl: link.url },
      }
    },
    async close() {
      await redis?.stop()
      await database.drop()
    },
  }
}

export const newBuild = () => randomBytes(10).toString('hex')

/** Queues that are closed with the test, and what they complained about. */
export function openQueues(
  connection: QueueConnection,
  build = newBuild(),
): RebuildQueues & { failures: string[] } {
  const failures: string[] = []
  const onFailure = (error: Error) => failures.push(error.message)
  const queues = openRebuildQueues(connection, build, { onFailure })
  onTestFinished(() => queues.close())
  return { ...queues, failures }
}

/** Handlers that do nothing but what a test cares about. */
export function handlers(
  page: (path: string, lane: Lane) => void | Promise<void>,
  bulk: RebuildHandlers['bulk'] = async () => {},
): RebuildHandlers {
  return { page: async (lane, path) => page(path, lane), bulk }
}

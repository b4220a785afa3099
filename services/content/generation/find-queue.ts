import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DraftQueueHome } from '#shared/queues/draft-queue.ts'

export interface QueueEnv {
  REDIS_URL?: string
  DATABASE_URL?: string
  /** Of `npm start`, whose own database will do while it runs. */
  DATA_DIR: string
}

/**
 * Where jobs are kept: on the Redis or the Postgres that was named, else on the Postgres that
 * `npm start` runs.
 *
 * @throws {Error} a sentence that says what to set
 */
export async function findQueue({
  REDIS_URL,
  DATABASE_URL,
  DATA_DIR,
}: QueueEnv): Promise<DraftQueueHome> {
  if (REDIS_URL !== undefined) return { redisUrl: REDIS_URL }
  const databaseUrl = DATABASE_URL ?? (await findEmbeddedDatabase(path.join(DATA_DIR, 'postgres')))
  if (databaseUrl !== undefined) return { databaseUrl }
  throw new Error(
    'There is no queue to put titles into. Run npm start beside this, in another terminal; or set ' +
      'REDIS_URL, such as redis://127.0.0.1:6379, or DATABASE_URL, such as ' +
      'postgres://user:password@127.0.0.1:5432/finlore',
  )
}

/**
 * The address of the server that runs in a data folder: Postgres keeps its port in `postmaster.pid`
 * while it runs.
 *
 * @returns `undefined` when none runs there, or it is not ours to use
 */
async function findEmbeddedDatabase(folder: string): Promise<string | undefined> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '')
  const [pidFile, password] = await Promise.all([read('postmaster.pid'), read('finlore-password')])
  const port = Number(pidFile.split('\n')[3])
  if (!Number.isInteger(port) || port < 1 || password.trim() === '') return undefined
  return `postgres://finlore:${password.trim()}@127.0.0.1:${port}/finlore`
}

/** For messages: where a queue is, without its password. */
export function describeQueue(home: DraftQueueHome): string {
  const url = new URL('redisUrl' in home ? home.redisUrl : home.databaseUrl)
  return `${'redisUrl' in home ? 'Redis' : 'Postgres'} at ${url.host}`
}

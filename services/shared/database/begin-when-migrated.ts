import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { SiteError } from '../errors.ts'
import { isDatabaseOutage } from './database-outage.ts'
import { describeMissing } from './schema-state.ts'
import { reasonOf } from './try-again.ts'

interface Running {
  close(): Promise<void>
}

interface Migrated<Schema> {
  db: Kysely<Schema>
  schema: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

const LOOK_MS = 1_000

/**
 * Starts work on the tables of a schema as soon as they have this version's migrations, and logs
 * what it waits for: a process may start before the migrations, or before the database.
 *
 * @param begin starts the work; any error it throws except an outage is a bug, and is not caught
 * @returns a handle that stops the work, or the wait for it
 */
export function beginWhenMigrated<Schema>(
  { db, schema, log }: Migrated<Schema>,
  begin: () => Running | Promise<Running>,
): Running {
  const closing = new AbortController()
  const starting = keepTrying()
  return {
    async close() {
      closing.abort()
      await (await starting)?.close()
    },
  }

  async function keepTrying(): Promise<Running | undefined> {
    let lastOutcome: string | undefined
    while (!closing.signal.aborted) {
      const outcome = await tryOnce()
      if (typeof outcome !== 'string') return outcome
      if (outcome !== lastOutcome) log.warn(`${outcome}; waiting`)
      lastOutcome = outcome
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
    return undefined
  }

  /** @returns the running work, or the reason why it cannot start yet */
  async function tryOnce(): Promise<Running | string> {
    const missing = await describeMissing(db, schema).catch(notAsked)
    if (missing !== undefined) return missing
    try {
      return await begin()
    } catch (error) {
      if (isDatabaseOutage(error)) return notAsked(error)
      if (error instanceof SiteError && error.code === 'unavailable') return error.message
      throw error
    }
  }
}

const notAsked = (error: unknown) => `The database cannot be asked: ${reasonOf(error)}`

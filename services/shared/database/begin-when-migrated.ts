import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { SiteError } from '../errors.ts'
import { isDatabaseOutage } from './database-outage.ts'
import { describeMissing, findMissingMigrations } from './schema-state.ts'
import { reasonOf } from './try-again.ts'

export interface Running {
  close(): Promise<void>
}

export interface BeginWhenMigrated<Schema> {
  db: Kysely<Schema>
  schema: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

const LOOK_MS = 1_000

/**
 * Begins work on the tables of a schema as soon as they are as this version needs them, and says what it
 * waits for: a process may be there before the migrations, or before the database.
 *
 * @param begin what it throws, but for an outage of what it needs, is a bug: nobody catches it
 * @returns what ends the work, or the waiting for it
 */
export function beginWhenMigrated<Schema>(
  { db, schema, log }: BeginWhenMigrated<Schema>,
  begin: () => Running | Promise<Running>,
): Running {
  const closing = new AbortController()
  const begun = keepTrying()
  return {
    async close() {
      closing.abort()
      await (await begun)?.close()
    },
  }

  async function keepTrying(): Promise<Running | undefined> {
    let said: string | undefined
    while (!closing.signal.aborted) {
      const outcome = await tryOnce()
      if (typeof outcome !== 'string') return outcome
      if (outcome !== said) log.warn(`${outcome}; waiting`)
      said = outcome
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
    return undefined
  }

  /** @returns why it cannot begin */
  async function tryOnce(): Promise<Running | string> {
    const lacking = await findLacking()
    if (lacking !== undefined) return lacking
    try {
      return await begin()
    } catch (error) {
      if (isDatabaseOutage(error)) return notAsked(error)
      if (error instanceof SiteError && error.code === 'unavailable') return error.message
      throw error
    }
  }

  async function findLacking(): Promise<string | undefined> {
    try {
      const missing = await findMissingMigrations(db, schema)
      return missing.length > 0 ? describeMissing(schema, missing) : undefined
    } catch (error) {
      return notAsked(error)
    }
  }
}

const notAsked = (error: unknown) => `The database cannot be asked: ${reasonOf(error)}`

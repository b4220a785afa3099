import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { ChangeSignal } from '../changes/change-signal.ts'
import type { Database } from '../database/schema.ts'
import { isRelinkDue, relinkSome } from './relink.ts'

/** After a commit: the page that was edited comes first. */
const AFTER_COMMIT_MS = 250
/** How long a replica sleeps where nothing is committed. */
const LOOK_MS = 60_000
/** Between two batches: editors come first. */
const PAUSE_MS = 20
/** After a failure, and while another replica is at it. */
const RETRY_MS = 5_000

export interface KeepLinkedOptions {
  db: Kysely<Database>
  locale: Locale
  signal: ChangeSignal
  onFailure: (error: unknown) => void
}

/**
 * Links older articles anew after every commit that leaves some to be linked, until stopped. Of all
 * replicas one works; another takes over when its connection is gone.
 */
export function keepLinked(options: KeepLinkedOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keeping = work(options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

async function work({ db, locale, signal, onFailure }: KeepLinkedOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    let waitMs = LOOK_MS
    try {
      if ((await isRelinkDue(db)) && !(await sweep(db, locale, stopping))) waitMs = RETRY_MS
    } catch (error) {
      onFailure(error)
      waitMs = RETRY_MS
    }
    // A commit may have come between the last look and this; then the next one, or the clock, wakes.
    if (!stopping.aborted) await signal.wait(waitMs, stopping)
    await sleep(AFTER_COMMIT_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

/** @returns whether this replica was the one to do it */
function sweep(db: Kysely<Database>, locale: Locale, stopping: AbortSignal): Promise<boolean> {
  // The lock lives and dies with this connection; the work is done over others.
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtext('finlore glossary')) as locked
    `.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      while (!stopping.aborted && (await relinkSome(db, locale, stopping))) {
        await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
      }
    } finally {
      await sql`select pg_advisory_unlock(hashtext('finlore glossary'))`.execute(connection)
    }
    return true
  })
}

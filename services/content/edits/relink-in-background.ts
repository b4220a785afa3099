import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Running } from '#shared/until-stopped.ts'
import type { Database } from '../database/schema.ts'
import { whileAlone } from '../database/while-alone.ts'
import { afterCommits, type Commits, LOOK_MS, RETRY_MS } from './after-commits.ts'
import { isRelinkDue, relinkSome } from './relink.ts'

/** The wait after a commit, so that the edited page is rebuilt first. */
const AFTER_COMMIT_MS = 250
/** The pause between two batches, so that editors' requests come first. */
const PAUSE_MS = 20

/**
 * Links older articles again after every commit that requires it, until stopped. One replica does
 * the work; another takes over when its database connection ends.
 */
export function relinkInBackground(
  db: Kysely<Database>,
  locale: Locale,
  commits: Commits,
): Running {
  const relink = (stopping: AbortSignal) =>
    whileAlone(db, 'finlore glossary', async () => {
      while (!stopping.aborted && (await relinkSome(db, locale, stopping))) {
        await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => {})
      }
    })
  return afterCommits({
    ...commits,
    delayMs: AFTER_COMMIT_MS,
    check: async (stopping) =>
      (await isRelinkDue(db)) && !(await relink(stopping)) ? RETRY_MS : LOOK_MS,
  })
}

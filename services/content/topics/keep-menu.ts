import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ChangeSignal } from '../changes/change-signal.ts'
import type { Database } from '../database/schema.ts'
import { commitEdit } from '../editing/commit-edit.ts'
import { menuPause, renewMenu } from './renew-menu.ts'

/** After a commit: more edits may follow, and pages that show the article come first. */
const AFTER_COMMIT_MS = 1_000
/** How long a replica sleeps where nothing is committed. */
const LOOK_MS = 60_000
/** After a failure. */
const RETRY_MS = 5_000

export interface KeepMenuOptions {
  db: Kysely<Database>
  signal: ChangeSignal
  onFailure: (error: unknown) => void
}

/**
 * Brings new topics into the menu and takes out those that no article has, in edits of their own,
 * until stopped. Of several replicas that try, one finds something to do.
 */
export function keepMenu(options: KeepMenuOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keeping = work(options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}

async function work({ db, signal, onFailure }: KeepMenuOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    let waitMs = LOOK_MS
    try {
      const pause = await menuPause(db, new Date())
      if (pause === 0) await commitEdit(db, (edit) => renewMenu(edit, new Date()))
      else waitMs = Math.min(waitMs, pause ?? LOOK_MS)
    } catch (error) {
      onFailure(error)
      waitMs = RETRY_MS
    }
    if (!stopping.aborted) await signal.wait(waitMs, stopping)
    await sleep(AFTER_COMMIT_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

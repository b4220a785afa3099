import type { Kysely } from 'kysely'
import type { Running } from '#shared/until-stopped.ts'
import { commitEdit } from '../changes/commit-edit.ts'
import type { Database } from '../database/schema.ts'
import { afterCommits, type Commits, LOOK_MS } from './after-commits.ts'
import { menuPause, renewMenu } from './renew-menu.ts'

/** The wait after a commit: more edits may follow, and pages that show the article come first. */
const AFTER_COMMIT_MS = 1_000

/**
 * Adds new topics to the menu and removes those without articles, in edits of its own, until
 * stopped. If several replicas try at once, only one of them finds something to change.
 */
export function scheduleMenu(db: Kysely<Database>, commits: Commits): Running {
  return afterCommits({
    ...commits,
    delayMs: AFTER_COMMIT_MS,
    async check() {
      const pause = await menuPause(db, new Date())
      if (pause !== 0) return Math.min(LOOK_MS, pause ?? LOOK_MS)
      await commitEdit(db, (edit) => renewMenu(edit, new Date()))
      return LOOK_MS
    },
  })
}

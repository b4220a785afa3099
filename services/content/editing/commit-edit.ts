import { type Kysely, sql, type Transaction } from 'kysely'
import type { Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Database } from '../database/schema.ts'

/** The channel on which every commit that changed something is announced. */
export const CHANGE_CHANNEL = 'finlore_content_change'

/** An edit under way: one transaction that becomes one revision. */
export interface Edit {
  tx: Transaction<Database>
  /** The revision that this edit will be. */
  revision: Revision
  /** Says what the edit changed. An edit that touches nothing makes no revision. */
  touch(...tags: readonly Tag[]): void
}

/**
 * Runs one edit at a time, over all replicas, and makes it one revision with one row in `change`.
 *
 * The lock on `history` is held until the commit, so a follower that has seen revision N has seen
 * everything before N: revision order is commit order.
 *
 * @returns what `work` returns, and the newest revision: the edit's own, or the one before it when
 *   nothing was touched
 */
export async function commitEdit<T>(
  db: Kysely<Database>,
  work: (edit: Edit) => Promise<T>,
): Promise<{ result: T; revision: Revision; changed: boolean }> {
  return db.transaction().execute(async (tx) => {
    const history = await tx
      .selectFrom('history')
      .select('revision')
      .forUpdate()
      .executeTakeFirstOrThrow()

    const revision = history.revision + 1
    const touched = new Set<Tag>()
    const result = await work({
      tx,
      revision,
      touch: (...tags) => {
        for (const tag of tags) touched.add(tag)
      },
    })
    if (touched.size === 0) return { result, revision: history.revision, changed: false }

    await tx.updateTable('history').set({ revision }).execute()
    await tx
      .insertInto('change')
      .values({ revision, tags: [...touched].sort() })
      .execute()
    await sql`select pg_notify(${CHANGE_CHANNEL}, ${String(revision)})`.execute(tx)
    return { result, revision, changed: true }
  })
}

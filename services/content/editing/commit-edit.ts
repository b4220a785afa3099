import { type Kysely, sql, type Transaction } from 'kysely'
import type { Revision, Tag } from '#shared/contracts/primitives.ts'
import { inTransaction, type Send } from '#shared/database/in-transaction.ts'
import { spanUnderWay } from '#shared/tracing/span.ts'
import { openMoment } from '../changes/moment.ts'
import { createWatcher, type Watcher } from '../changes/shown.ts'
import type { Database } from '../database/schema.ts'

/** The channel on which every commit that changed something is announced. */
export const CHANGE_CHANNEL = 'finlore_content_change'

/** An edit under way: one transaction that becomes one revision. */
export interface Edit extends Pick<Watcher, 'watch'> {
  tx: Transaction<Database>
  /** For what is written without asking for anything. */
  send: Send<Database>
  /** The revision that this edit will be. */
  revision: Revision
  /** Says what the edit changed. An edit that touches nothing makes no revision. */
  touch(...tags: readonly Tag[]): void
  /** Ids of articles that this edit makes: no page shows them yet. */
  created: Set<string>
}

export interface CommitOptions {
  /** Do everything and take it back. */
  dryRun?: boolean | undefined
}

export interface Committed<T> {
  result: T
  /** The newest: the edit's own, or the one before it when nothing was touched or kept. */
  revision: Revision
  changed: boolean
  /** What the edit touched, in order; of a dry run, what it would. */
  tags: Tag[]
}

/**
 * Runs one edit at a time, over all replicas, and makes it one revision with one row in `change`.
 *
 * The lock on `history` is held until the commit, so a follower that has seen revision N has seen
 * everything before N: revision order is commit order.
 *
 * @returns what `work` returns, and what became of the edit
 */
export async function commitEdit<T>(
  db: Kysely<Database>,
  work: (edit: Edit) => Promise<T>,
  { dryRun = false }: CommitOptions = {},
): Promise<Committed<T>> {
  const tried: { outcome?: Committed<T> } = {}
  try {
    return await inTransaction(db, async (tx, send) => {
      const outcome = await runEdit(tx, send, work)
      if (!dryRun) {
        // By it, whoever follows the changes is found from here.
        spanUnderWay()?.note({ 'finlore.revision': outcome.revision })
        return outcome
      }
      // Some rules of the database speak only now.
      await sql`set constraints all immediate`.execute(tx)
      tried.outcome = outcome
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack) || !tried.outcome) throw error
    const { revision, changed, ...rest } = tried.outcome
    return { ...rest, revision: changed ? revision - 1 : revision, changed: false }
  }
}

/** Ends a transaction that is not to be kept. */
class TakenBack extends Error {}

async function runEdit<T>(
  tx: Transaction<Database>,
  send: Send<Database>,
  work: (edit: Edit) => Promise<T>,
): Promise<Committed<T>> {
  const history = await tx
    .selectFrom('history')
    .select('revision')
    .forUpdate()
    .executeTakeFirstOrThrow()

  const revision = history.revision + 1
  const touched = new Set<Tag>()
  const { watch, differences } = createWatcher(() => openMoment(tx))
  const result = await work({
    tx,
    send,
    revision,
    watch,
    touch: (...tags) => {
      for (const tag of tags) touched.add(tag)
    },
    created: new Set(),
  })
  for (const tag of await differences()) touched.add(tag)
  if (touched.size === 0) return { result, revision: history.revision, changed: false, tags: [] }

  const tags = [...touched].sort()
  send(tx.updateTable('history').set({ revision }))
  send(tx.insertInto('change').values({ revision, tags }))
  send(sql`select pg_notify(${CHANGE_CHANNEL}, ${String(revision)})`)
  return { result, revision, changed: true, tags }
}

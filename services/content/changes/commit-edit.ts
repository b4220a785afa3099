import { type Kysely, sql, type Transaction } from 'kysely'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { inTransaction, type Send } from '#shared/database/pg/in-transaction.ts'
import { spanUnderWay } from '#shared/tracing/span.ts'
import type { Database } from '../database/schema.ts'
import { announceChange } from './change-notice.ts'
import type { createReadingMemory } from './reading-memory.ts'
import { createTracker, type Tracker } from './tracker.ts'
import { createWrittenValues, type WrittenValues } from './written-values.ts'

/** An edit in progress: one transaction that becomes one revision. */
export interface Edit extends Pick<Tracker, 'track' | 'read'>, WrittenValues {
  tx: Transaction<Database>
  /** Sends a statement without waiting for its result. */
  send: Send<Database>
  /** The revision that this edit becomes. */
  revision: Revision
  /** Records tags that the edit touches. An edit that touches no tag makes no revision. */
  touch(...tags: readonly Tag[]): void
  /** Says that the edit creates this article: no page has read its tags, and no table its id. */
  create(article: string): void
  /** Of some articles, those that the edit did not create. */
  withoutCreated(articles: readonly string[]): string[]
  /** Says that the edit changes an article's page: followers begin with it. */
  announce(page: PagePath): void
}

export interface CommitOptions {
  /** Run the whole edit, then roll it back. */
  dryRun?: boolean | undefined
  /** What former edits saw. Only for edits that watch whatever they change. */
  memory?: ReturnType<typeof createReadingMemory> | undefined
}

export interface Committed<T> {
  result: T
  /** The newest revision: the edit's own, or the previous one if nothing was touched or kept. */
  revision: Revision
  changed: boolean
  /** The sorted tags that the edit touched, or in a dry run would have touched. */
  tags: Tag[]
}

/**
 * Runs one edit at a time, across all replicas, and makes it one revision with one row in `change`.
 *
 * The lock on `history` is held until the commit, so a follower that has seen revision N has seen
 * everything before N: revision order is commit order.
 *
 * @returns the result of `work`, with the revision and the tags
 */
export async function commitEdit<T>(
  db: Kysely<Database>,
  work: (edit: Edit) => Promise<T>,
  { dryRun = false, memory }: CommitOptions = {},
): Promise<Committed<T>> {
  const tried: { outcome?: Committed<T> } = {}
  try {
    const { committed, keep } = await inTransaction(db, async (tx, send) => {
      const outcome = await runEdit(tx, send, work, memory)
      if (!dryRun) {
        // Traces of followers are found from here by the revision.
        spanUnderWay()?.note({ 'finlore.revision': outcome.committed.revision })
        return outcome
      }
      // Deferred constraints are checked here, as a commit would.
      await sql`set constraints all immediate`.execute(tx)
      tried.outcome = outcome.committed
      throw new DryRunRollback()
    })
    keep()
    return committed
  } catch (error) {
    if (!(error instanceof DryRunRollback) || !tried.outcome) throw error
    const { revision, changed, ...rest } = tried.outcome
    return { ...rest, revision: changed ? revision - 1 : revision, changed: false }
  }
}

/** Rolls back a dry run's transaction. */
class DryRunRollback extends Error {}

async function runEdit<T>(
  tx: Transaction<Database>,
  send: Send<Database>,
  work: (edit: Edit) => Promise<T>,
  memory: CommitOptions['memory'],
): Promise<{ committed: Committed<T>; keep(): void }> {
  const history = await tx
    .selectFrom('history')
    .select(['feed', 'revision'])
    .forUpdate()
    .executeTakeFirstOrThrow()

  const revision = history.revision + 1
  const touched = new Set<Tag>()
  const known = memory?.(history)
  const { track, read, differences, readings } = createTracker(tx, known)
  const created = new Set<string>()
  const edited = new Set<PagePath>()
  const result = await work({
    tx,
    send,
    revision,
    track,
    read,
    ...createWrittenValues(tx, read),
    touch: (...tags) => {
      for (const tag of tags) touched.add(tag)
    },
    create: (article) => void created.add(article),
    withoutCreated: (articles) => articles.filter((id) => !created.has(id)),
    announce: (page) => void edited.add(page),
  })
  for (const tag of await differences()) touched.add(tag)
  const keepAt = (at: Revision) => () => known?.keep({ ...history, revision: at }, readings())
  if (touched.size === 0) {
    const unchanged = { result, revision: history.revision, changed: false, tags: [] }
    return { committed: unchanged, keep: keepAt(history.revision) }
  }

  const tags = [...touched].sort()
  send(tx.updateTable('history').set({ revision }))
  send(tx.insertInto('change').values({ revision, tags }))
  send(announceChange({ feed: history.feed, revision, tags, edited: [...edited] }))
  return { committed: { result, revision, changed: true, tags }, keep: keepAt(revision) }
}

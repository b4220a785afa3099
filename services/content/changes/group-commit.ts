import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { deadlineUnderWay } from '#shared/deadline.ts'
import { settleAll } from '#shared/settle-all.ts'
import { spanUnderWay } from '#shared/tracing/span.ts'
import type { Database } from '../database/schema.ts'
import { type Committed, commitEdit, type Edit } from './commit-edit.ts'
import { createReadingMemory } from './reading-memory.ts'

type Work<T> = (edit: Edit) => Promise<T>
type Commit = <T>(work: Work<T>) => Promise<Committed<T>>

/**
 * @param prefetch looks at what `work` will look at. It is called only for edits that share a
 *   transaction: for all of them at the same time, before anything is written
 */
export type GroupCommit = <T>(
  work: Work<T>,
  prefetch?: (edit: Edit) => Promise<unknown>,
) => Promise<Committed<T>>

/** For how much of the time that a group took its editors are waited for, when others wait as well. */
const GATHER_SHARE_OF_COMMIT = 0.25

/** Edits in one transaction. The first of them is answered only when the last one is done. */
const MAX_EDITS_PER_GROUP = 16

interface Waiting {
  work: Work<unknown>
  prefetch: ((edit: Edit) => Promise<unknown>) | undefined
  /** Calls a function with the deadline and the span of the request that the edit came with. */
  inItsContext: <T>(call: () => T) => T
  resolve(committed: Committed<unknown>): void
  reject(error: unknown): void
}

/**
 * Commits edits as `commitEdit` does, and those that wait for each other in one transaction: what
 * several of them look at is read once, and all become one revision. When one of a group fails,
 * each is committed alone, in the order in which they came.
 *
 * @returns a function like `commitEdit`. Of a group, the tags are those of all its edits, and an edit
 *   counts as changed only if it touched a tag itself
 */
export function createGroupCommit(db: Kysely<Database>): GroupCommit {
  const waiting: Waiting[] = []
  const memory = createReadingMemory()
  const commit: Commit = (work) => commitEdit(db, work, { memory })
  let isBusy = false
  /** Called when an edit begins to wait while others are committed. */
  let onArrival = () => {}

  /** Returns when so many edits are waiting, or when the time is over. */
  async function gathered(edits: number, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    onArrival = () => {
      if (waiting.length >= Math.min(edits, MAX_EDITS_PER_GROUP)) resolve()
    }
    onArrival()
    await promise
    clearTimeout(timer)
    onArrival = () => {}
  }

  async function commitWaiting(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_EDITS_PER_GROUP)
      const startedAt = performance.now()
      await commitGroup(commit, group)
      // Who has just been answered mostly comes again: with those, the next group is larger.
      const expected = group.length + waiting.length
      if (expected > 1)
        await gathered(expected, (performance.now() - startedAt) * GATHER_SHARE_OF_COMMIT)
    }
    isBusy = false
  }

  return <T>(work: Work<T>, prefetch?: (edit: Edit) => Promise<unknown>) =>
    new Promise<Committed<T>>((resolve, reject) => {
      const inItsContext = AsyncLocalStorage.snapshot()
      // What `resolve` gets is the result of this very work.
      waiting.push({ work, prefetch, inItsContext, resolve: resolve as Waiting['resolve'], reject })
      if (isBusy) onArrival()
      else void commitWaiting()
    })
}

/** Never rejects: each edit's own promise says how it ended. */
async function commitGroup(commit: Commit, group: readonly Waiting[]): Promise<void> {
  const [first, ...others] = group
  if (!first) return
  if (others.length > 0 && (await commitAll(commit, group, first))) return
  for (const { work, inItsContext, resolve, reject } of group) {
    await inItsContext(() => commit(work)).then(resolve, reject)
  }
}

/** @returns whether all edits of the group are committed; otherwise none is */
async function commitAll(
  commit: Commit,
  group: readonly Waiting[],
  { inItsContext }: Waiting,
): Promise<boolean> {
  try {
    const { result, revision, tags } = await inItsContext(() =>
      commit(async (edit) => {
        await settleAll(
          group.map(({ prefetch, inItsContext: inOwn }) => inOwn(async () => prefetch?.(edit))),
        )
        const done = []
        for (const waiting of group) done.push({ waiting, ...(await carryOut(waiting, edit)) })
        return done
      }),
    )
    for (const { waiting, ...own } of result) {
      waiting.inItsContext(() => spanUnderWay()?.note({ 'finlore.revision': revision }))
      waiting.resolve({ ...own, revision, tags })
    }
    return true
  } catch {
    // Which edit is to blame shows when each is committed alone.
    return false
  }
}

/** Carries out an edit as a part of the group's. */
async function carryOut({ work, inItsContext }: Waiting, edit: Edit) {
  let changed = false
  const own: Edit = {
    ...edit,
    touch(...tags) {
      changed ||= tags.length > 0
      edit.touch(...tags)
    },
  }
  const result = await inItsContext(() => {
    // The request has ended: its editor was answered that the edit failed.
    deadlineUnderWay()?.signal.throwIfAborted()
    return work(own)
  })
  return { result, changed }
}

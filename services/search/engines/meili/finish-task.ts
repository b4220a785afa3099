import { setTimeout as sleep } from 'node:timers/promises'
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch'
import { withRetries } from './patiently.ts'

const FIRST_LOOK_MS = 4
const LAST_LOOK_MS = 500
const PATIENCE_MS = 60_000

/** Meilisearch accepted a task and did not complete it. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
  readonly code: string
  /** Whether the documents are at fault, not the server. */
  readonly isRefusal: boolean

  constructor({ uid, type, status, error }: Task) {
    super(`Meilisearch ended task ${uid} (${type}) as ${status}: ${error?.message ?? 'no reason'}`)
    this.code = error?.code ?? status
    this.isRefusal = error?.type === 'invalid_request' && this.code !== 'index_not_found'
  }
}

/** Whether Meilisearch refused the documents of a task. */
export const isRefusal = (error: unknown): error is TaskFailed =>
  error instanceof TaskFailed && error.isRefusal

/**
 * Waits until the task is done. The client's own method polls only every 50 ms, and returns failed
 * tasks without an error.
 *
 * @throws {TaskFailed}
 */
export async function finishTask(
  client: Meilisearch,
  enqueued: EnqueuedTask | Promise<EnqueuedTask>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const { taskUid } = await enqueued
  await untilDone(timeoutMs, `Meilisearch did not finish task ${taskUid} in time`, async () => {
    const task = await withRetries(() => client.tasks.getTask(taskUid))
    if (task.status === 'failed' || task.status === 'canceled') throw new TaskFailed(task)
    return task.status === 'succeeded'
  })
}

/** Waits until no task of the index is still waiting or running. */
export function settleTasks(client: Meilisearch, index: string): Promise<void> {
  return untilDone(PATIENCE_MS, `Meilisearch still has tasks for ${index}`, async () => {
    const { total } = await client.tasks.getTasks({
      indexUids: [index],
      statuses: ['enqueued', 'processing'],
      limit: 1,
    })
    return total === 0
  })
}

/** Looks at shorter intervals first: most tasks are short. */
async function untilDone(
  timeoutMs: number,
  complaint: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LAST_LOOK_MS, pauseMs * 1.5)) {
    await sleep(pauseMs)
    if (await isDone()) return
    if (Date.now() > deadline) throw new Error(complaint)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { DraftJob, DraftProgress } from '#shared/contracts/draft-job.ts'
import type { DraftQueue, FinishedDraft } from '#shared/queues/draft-queue.ts'

/** A job that somebody waits for. */
export interface TrackedJob {
  id: string
  job: DraftJob
}

export interface TrackedEnd {
  job: DraftJob
  /** `left` in the queue. */
  end: FinishedDraft | { state: 'left' }
}

export interface RunState {
  titles: number
  ended: TrackedEnd[]
  atWork: { title: string; progress: DraftProgress | undefined }[]
}

export interface FollowOptions {
  /** Ends the waiting. */
  signal: AbortSignal
  onState: (state: RunState) => void
}

const POLL_MS = 250
/** The queue may be away for so long before nobody waits for it any more. */
const OUTAGE_MS = 30_000

/**
 * Waits until all jobs have ended, whoever does them: another process may have taken some.
 *
 * @throws {Error} when the queue cannot be reached any more
 */
export async function followJobs(
  queue: Pick<DraftQueue, 'listUnfinished' | 'findFinished'>,
  jobs: readonly TrackedJob[],
  { signal, onState }: FollowOptions,
): Promise<TrackedEnd[]> {
  const open = new Map(jobs.map((tracked) => [tracked.id, tracked]))
  const ended: TrackedEnd[] = []
  let seenAt = performance.now()

  async function look() {
    const unfinished = await queue.listUnfinished()
    const waiting = new Set(unfinished.map(({ id }) => id))
    for (const { id, job } of [...open.values()].filter(({ id }) => !waiting.has(id))) {
      const end = await queue.findFinished(id)
      if (!end) continue
      ended.push({ job, end })
      open.delete(id)
    }
    const atWork = unfinished
      .filter(({ id, active }) => active && open.has(id))
      .map(({ job, progress }) => ({ title: job.title, progress }))
    onState({ titles: jobs.length, ended, atWork })
  }

  while (open.size > 0 && !signal.aborted) {
    try {
      await look()
      seenAt = performance.now()
    } catch (error) {
      if (performance.now() - seenAt > OUTAGE_MS) throw error
    }
    if (open.size > 0) await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  const left = [...open.values()].map(({ job }): TrackedEnd => ({ job, end: { state: 'left' } }))
  return [...ended, ...left]
}

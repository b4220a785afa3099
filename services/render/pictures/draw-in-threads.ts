import { Worker } from 'node:worker_threads'
import { SiteError } from '#shared/errors.ts'
import type { Drawn } from './draw-thread.ts'
import type { Picture } from './picture.ts'

export interface DrawerOptions {
  /** Started when they are needed. */
  threads?: number
  /** Pictures that wait for a thread; who asks for more is asked to come again. */
  maxWaiting?: number
  /** Milliseconds until a thread without work is ended: it holds about 40 MB. */
  idleMs?: number
  /** Milliseconds that a picture may take; a thread that takes longer is ended. */
  drawMs?: number
}

export interface Drawer {
  /**
   * @returns a PNG file
   * @throws {SiteError} `unavailable` when too many are waiting already or it takes too long
   * @throws {Error} when it cannot be drawn
   */
  draw(picture: Picture): Promise<Buffer>
  /** Gives up what is under way. */
  close(): Promise<void>
}

interface Job extends PromiseWithResolvers<Buffer> {
  picture: Picture
}

interface Thread {
  worker: Worker
  job: Job | undefined
  /** Ends the thread: because of its job, or because it has none. */
  timer: NodeJS.Timeout | undefined
}

/** Draws pictures beside the thread that answers readers, which none of them may hold up. */
export function createDrawer({
  threads: maxThreads = 1,
  maxWaiting = 32,
  idleMs = 30_000,
  drawMs = 10_000,
}: DrawerOptions = {}): Drawer {
  const waiting: Job[] = []
  const threads = new Set<Thread>()
  let closed = false

  function giveOut(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ job }) => !job)
      if (!idle && threads.size >= maxThreads) return
      const job = waiting.shift()
      if (job) begin(idle ?? startThread(), job)
    }
  }

  function begin(thread: Thread, job: Job): void {
    thread.job = job
    // The process lives as long as somebody waits, and no longer.
    thread.worker.ref()
    setTimer(thread, drawMs, () =>
      end(thread, new SiteError('unavailable', 'Drawing a picture took too long')),
    )
    thread.worker.postMessage(job.picture)
  }

  function startThread(): Thread {
    const worker = new Worker(new URL('./draw-thread.ts', import.meta.url), { execArgv: [] })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    worker.on('message', (drawn: Drawn) => {
      const { job } = thread
      thread.job = undefined
      worker.unref()
      setTimer(thread, idleMs, () => end(thread, new Error('It had no work')))
      if ('png' in drawn) job?.resolve(Buffer.from(drawn.png))
      else job?.reject(new Error(`A picture cannot be drawn: ${drawn.reason}`))
      giveOut()
    })
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error('The thread that draws has ended')))
    threads.add(thread)
    return thread
  }

  function end(thread: Thread, reason: unknown): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.job?.reject(reason)
    // What fails while it ends concerns nobody any more.
    thread.worker.terminate().catch(() => {})
    giveOut()
  }

  return {
    async draw(picture) {
      if (closed) throw new SiteError('unavailable', 'No pictures are drawn any more')
      const isFull = threads.size >= maxThreads && [...threads].every((thread) => thread.job)
      if (isFull && waiting.length >= maxWaiting) {
        throw new SiteError('unavailable', 'Too many pictures are being drawn at once')
      }
      const job: Job = { picture, ...Promise.withResolvers<Buffer>() }
      waiting.push(job)
      giveOut()
      return job.promise
    },
    async close() {
      closed = true
      const reason = new SiteError('unavailable', 'No pictures are drawn any more')
      for (const job of waiting.splice(0)) job.reject(reason)
      const workers = [...threads].map(({ worker }) => worker)
      for (const thread of [...threads]) end(thread, reason)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function setTimer(thread: Thread, ms: number, work: () => void): void {
  clearTimeout(thread.timer)
  thread.timer = setTimeout(work, ms).unref()
}

import { Worker } from 'node:worker_threads'
import { SiteError } from '../errors.ts'
import type { Answer } from './answer-jobs.ts'

export interface ThreadOptions {
  /** What a thread runs; it answers with `answerJobs`. */
  script: URL
  /** What a job is called in errors, such as `picture`. */
  job: string
  /** Started when they are needed. */
  threads: number
  /** Jobs that wait for a thread; who asks for more is asked to come again. */
  maxWaiting: number
  /** Milliseconds until a thread without work is ended: it holds tens of MB. */
  idleMs: number
  /** Milliseconds that a job may take; a thread that takes longer is ended. */
  jobMs: number
  /** MB that a thread's objects may take; one that needs more is ended. */
  memoryMb?: number
}

export interface Threads<Job, Result> {
  /**
   * @throws {SiteError} `unavailable` when too many are waiting already or it takes too long
   * @throws {Error} when it cannot be done
   */
  run(job: Job): Promise<Result>
  /** Gives up what is under way. */
  close(): Promise<void>
}

interface Task<Job, Result> extends PromiseWithResolvers<Result> {
  job: Job
}

interface Thread<Job, Result> {
  worker: Worker
  task: Task<Job, Result> | undefined
  /** Ends the thread: because of its job, or because it has none. */
  timer: NodeJS.Timeout | undefined
}

/** Does work beside the thread that serves, which none of it may hold up. */
export function createThreads<Job, Result>(options: ThreadOptions): Threads<Job, Result> {
  const { script, job: jobName, threads: maxThreads, maxWaiting, idleMs, jobMs } = options
  const waiting: Task<Job, Result>[] = []
  const threads = new Set<Thread<Job, Result>>()
  let closed = false

  function giveOut(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => !task)
      if (!idle && threads.size >= maxThreads) return
      const task = waiting.shift()
      if (task) begin(idle ?? startThread(), task)
    }
  }

  function begin(thread: Thread<Job, Result>, task: Task<Job, Result>): void {
    thread.task = task
    // The process lives as long as somebody waits, and no longer.
    thread.worker.ref()
    setTimer(thread, jobMs, () =>
      end(thread, new SiteError('unavailable', `This ${jobName} took too long`)),
    )
    thread.worker.postMessage(task.job)
  }

  function startThread(): Thread<Job, Result> {
    // Options of the process's own start, such as a script to run, mean nothing here.
    const worker = new Worker(script, {
      execArgv: [],
      ...(options.memoryMb && { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } }),
    })
    const thread: Thread<Job, Result> = { worker, task: undefined, timer: undefined }
    worker.on('message', (answer: Answer<Result>) => {
      const { task } = thread
      thread.task = undefined
      worker.unref()
      setTimer(thread, idleMs, () => end(thread, new Error('It had no work')))
      if ('result' in answer) task?.resolve(answer.result)
      else task?.reject(new Error(`This ${jobName} failed: ${answer.failure}`))
      giveOut()
    })
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error(`The thread of this ${jobName} has ended`)))
    threads.add(thread)
    return thread
  }

  function end(thread: Thread<Job, Result>, reason: unknown): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.task?.reject(reason)
    // What fails while it ends concerns nobody any more.
    thread.worker.terminate().catch(() => {})
    giveOut()
  }

  return {
    async run(job) {
      if (closed) throw new SiteError('unavailable', `No ${jobName} is taken any more`)
      const isFull = threads.size >= maxThreads && [...threads].every(({ task }) => task)
      if (isFull && waiting.length >= maxWaiting) {
        throw new SiteError('unavailable', `There is no room for one more ${jobName} just now`)
      }
      const task: Task<Job, Result> = { job, ...Promise.withResolvers<Result>() }
      waiting.push(task)
      giveOut()
      return task.promise
    },
    async close() {
      closed = true
      const reason = new SiteError('unavailable', `No ${jobName} is taken any more`)
      for (const task of waiting.splice(0)) task.reject(reason)
      const workers = [...threads].map(({ worker }) => worker)
      for (const thread of [...threads]) end(thread, reason)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function setTimer(
  thread: { timer: NodeJS.Timeout | undefined },
  ms: number,
  work: () => void,
): void {
  clearTimeout(thread.timer)
  thread.timer = setTimeout(work, ms).unref()
}

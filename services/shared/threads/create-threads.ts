import pLimit from 'p-limit'
import type { Piscina } from 'piscina'
import { SiteError } from '../errors.ts'

export interface ThreadOptions {
  /** What a thread runs: a module with a function `work`, which takes a job and returns its result. */
  script: URL
  /** What a job is called in errors, such as `picture`. */
  job: string
  /** Started when they are needed. */
  threads: number
  /** Jobs that wait for a thread; more are refused with a request to come again. */
  maxWaiting: number
  /** Milliseconds until a thread without work is ended: it holds tens of MB. */
  idleMs: number
  /** Milliseconds that a job may take; a thread that takes longer is ended. */
  jobMs: number
  /** MB that a thread's new objects may take until what is no longer used is collected. */
  youngMb?: number
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

/**
 * Does work beside the thread that serves, which none of it may hold up. The work must not take more
 * memory than there is: V8 keeps no limit of a thread, but ends the whole process where one array
 * outgrows it. What others can make large is done by `createProcesses`.
 */
export function createThreads<Job, Result>(options: ThreadOptions): Threads<Job, Result> {
  const { script, job: jobName, threads, maxWaiting, idleMs, jobMs, youngMb } = options
  /** Loaded with the first job: a process that has none does without its 8 MB. */
  let pool: Promise<Piscina<Job, Result>> | undefined
  async function createPool() {
    const { Piscina } = await import('piscina')
    const created = new Piscina<Job, Result>({
      filename: script.href,
      name: 'work',
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // Options of the process's own start, such as a script to run, mean nothing here.
      execArgv: [],
      resourceLimits: { ...(youngMb && { maxYoungGenerationSizeMb: youngMb }) },
    })
    // A thread that fails while it has no job fails no job. Without a listener the process would end.
    return created.on('error', () => {})
  }
  // Jobs wait here and not in the pool, which neither bounds jobs that have a signal nor starts a
  // thread for those that wait when it has ended one.
  const line = pLimit(threads)
  const closing = new AbortController()

  async function begin(job: Job): Promise<Result> {
    closing.signal.throwIfAborted()
    pool ??= createPool()
    const running = await pool
    const signal = AbortSignal.timeout(jobMs)
    try {
      return await running.run(job, { signal })
    } catch (cause) {
      closing.signal.throwIfAborted()
      if (signal.aborted) throw new SiteError('unavailable', `This ${jobName} took too long`)
      throw new Error(`This ${jobName} failed`, { cause })
    }
  }

  return {
    async run(job) {
      closing.signal.throwIfAborted()
      if (line.activeCount + line.pendingCount >= threads + maxWaiting) {
        throw new SiteError('unavailable', `This ${jobName} is refused: too many are waiting`)
      }
      return line(begin, job)
    },
    async close() {
      closing.abort(new SiteError('unavailable', `This ${jobName} is refused: the server stops`))
      await (await pool)?.destroy()
    },
  }
}

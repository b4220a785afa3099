import type { ChildProcess } from 'node:child_process'
import { SiteError } from '../errors.ts'
import { type ChildPoolOptions, createChildPool, sendJob } from './child-pool.ts'
import { type Claim, sharePlaces } from './share-places.ts'

export interface ProcessOptions extends ChildPoolOptions {
  /** A module with a function `work`, which takes a job and returns its result. */
  script: URL
  /** What a job is called in errors, such as `text`. */
  job: string
  /** Started when they are needed. */
  processes: number
  /** Jobs of one owner that wait for a process; more are refused with a request to come again. */
  maxWaitingEach: number
  /** Milliseconds that a job may wait and take; a process that takes longer is ended. */
  jobMs: number
}

export interface JobOptions {
  /** Who asked for the job. No owner keeps the others waiting for long. */
  owner: string
  /** Gives the job up, also when it has begun; its reason is the error. */
  signal?: AbortSignal | undefined
}

export interface Processes<Job, Result> {
  /**
   * @throws {SiteError} `too-many-requests` when too many jobs of the owner wait already,
   *   `unavailable` when it takes too long, `invalid-input` when it needs too much memory
   * @throws {Error} when it cannot be done
   */
  run(job: Job, options: JobOptions): Promise<Result>
  /** Gives up what is under way. */
  close(): Promise<void>
}

interface JobClaim<Job> extends Claim {
  job: Job
  answer: PromiseWithResolvers<unknown>
  /** Once it has a place. */
  child?: ChildProcess
}

/** How V8 ends a process that is out of memory; the first one is what Node makes of it. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/**
 * Does work whose cost strangers can raise, in processes of its own. A thread would not do: V8 ends
 * the whole process when one array of a thread outgrows the thread's memory.
 */
export function createProcesses<Job, Result>(options: ProcessOptions): Processes<Job, Result> {
  const { job: jobName, processes, maxWaitingEach, jobMs, memoryMb } = options
  const closing = new AbortController()
  const pool = createChildPool(options)
  const shared = sharePlaces<JobClaim<Job>>({ places: processes, maxWaitingEach }, begin)

  function begin(claim: JobClaim<Job>): void {
    const { job, answer } = claim
    let child: ChildProcess
    try {
      child = pool.take()
    } catch (error) {
      // No memory, or no process: the caller still counts the place as taken.
      queueMicrotask(() => shared.remove(claim))
      return void answer.reject(cannotStart(error))
    }
    claim.child = child
    sendJob(child, job, (outcome) => {
      if ('answered' in outcome) pool.release(child)
      shared.remove(claim)
      if ('notStarted' in outcome) answer.reject(cannotStart(outcome.notStarted))
      else if ('code' in outcome) answer.reject(deathOf(outcome.code, outcome.signal))
      else if ('result' in outcome.answered) answer.resolve(outcome.answered.result)
      else {
        const { failure: cause } = outcome.answered
        answer.reject(new Error(`This ${jobName} failed`, { cause }))
      }
    })
  }

  const cannotStart = (cause: unknown) =>
    new SiteError('unavailable', `This ${jobName} cannot be read just now; try again`, { cause })

  function deathOf(code: number | null, how: NodeJS.Signals | null): Error {
    if (OUT_OF_MEMORY.has(how) || code === 134) {
      const message = `This ${jobName} takes more than ${memoryMb} MB of memory to read: make several of it`
      return new SiteError('invalid-input', message)
    }
    return new Error(`This ${jobName} failed: its process ended with ${how ?? code}`)
  }

  return {
    async run(job, { owner, signal: given }) {
      const late = AbortSignal.timeout(jobMs)
      const signal = AbortSignal.any([closing.signal, late, ...(given ? [given] : [])])
      const claim: JobClaim<Job> = { job, owner, answer: Promise.withResolvers() }
      const giveUp = () => {
        const { reason } = signal
        const error = late.aborted
          ? new SiteError('unavailable', `This ${jobName} took too long`)
          : reason
        claim.answer.reject(error)
        // Its place is free when the process has ended.
        if (claim.child) claim.child.kill('SIGKILL')
        else shared.remove(claim)
      }
      signal.throwIfAborted()
      if (!shared.add(claim)) {
        const message = `Your former ones are still being read: send the next ${jobName} when they are answered`
        throw new SiteError('too-many-requests', message)
      }
      signal.addEventListener('abort', giveUp)
      try {
        return (await claim.answer.promise) as Result
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    async close() {
      closing.abort(new SiteError('unavailable', `This ${jobName} is refused: the server stops`))
      pool.killAll()
    },
  }
}

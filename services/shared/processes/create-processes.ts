import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SiteError } from '../errors.ts'
import type { JobAnswer } from './job-answer.ts'
import { type Claim, sharePlaces } from './share-places.ts'

export interface ProcessOptions {
  /** What a process runs: a module with a function `work`, which takes a job and returns its result. */
  script: URL
  /** What a job is called in errors, such as `text`. */
  job: string
  /** Started when they are needed. */
  processes: number
  /** Jobs of one owner that wait for a process; who asks for more is asked to come again. */
  maxWaitingEach: number
  /** Milliseconds until a process without work is ended. */
  idleMs: number
  /** Milliseconds that a job may wait and take; a process that takes longer is ended. */
  jobMs: number
  /** MB that the objects of a process may take; one that needs more ends. */
  memoryMb: number
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

const RUNNER = fileURLToPath(new URL('./run-jobs.ts', import.meta.url))
/** MB of new objects until what is no longer used is collected. */
const YOUNG_MB = 4
/** How V8 ends a process that is out of memory; the first one is what Node makes of it. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/**
 * Does work whose cost strangers can raise, in processes of its own. A thread would not do: V8 ends
 * the whole process when one array of a thread outgrows the thread's memory.
 */
export function createProcesses<Job, Result>(options: ProcessOptions): Processes<Job, Result> {
  const { script, job: jobName, processes, maxWaitingEach, idleMs, jobMs, memoryMb } = options
  const closing = new AbortController()
  const alive = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const shared = sharePlaces<JobClaim<Job>>({ places: processes, maxWaitingEach }, begin)

  function start(): ChildProcess {
    const child = fork(RUNNER, [script.href], {
      execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${YOUNG_MB}`],
      // It needs no settings, and is to know no secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    alive.add(child)
    const forget = () => {
      alive.delete(child)
      takeOut(child)
    }
    child.once('exit', forget)
    // One that cannot be started has an error and no end. Without a listener, ours would be the end.
    child.on('error', () => {
      if (child.pid === undefined) forget()
    })
    return child
  }

  function takeOut(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  function begin(claim: JobClaim<Job>): void {
    const { job, answer } = claim
    let child: ChildProcess
    try {
      child = idle.keys().find(isUsable) ?? start()
    } catch (error) {
      // No memory, or no process: whoever called still counts on the place that it gave.
      queueMicrotask(() => shared.remove(claim))
      return void answer.reject(cannotStart(error))
    }
    takeOut(child)
    claim.child = child
    keepUp(child, true)
    const leave = () => {
      child.off('message', hear).off('exit', die).off('error', fail)
      shared.remove(claim)
    }
    function hear(given: JobAnswer): void {
      // One that is being ended has no other job, and its place is free at its end.
      if (child.killed) return
      keepUp(child, false)
      idle.set(child, setTimeout(end, idleMs, child).unref())
      leave()
      if ('result' in given) answer.resolve(given.result)
      else answer.reject(new Error(`This ${jobName} failed`, { cause: given.failure }))
    }
    function die(code: number | null, how: NodeJS.Signals | null): void {
      leave()
      answer.reject(deathOf(code, how))
    }
    const { pid } = child
    /** Errors of one that runs are those of sending; its end follows. */
    function fail(error: Error): void {
      if (pid !== undefined) return
      leave()
      answer.reject(cannotStart(error))
    }
    child.on('message', hear).on('exit', die).on('error', fail)
    child.send({ job }, (error) => {
      if (error) child.kill('SIGKILL')
    })
  }

  function end(child: ChildProcess): void {
    takeOut(child)
    child.kill('SIGKILL')
  }

  const isUsable = ({ connected, killed }: ChildProcess) => connected && !killed
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
      for (const child of alive) child.kill('SIGKILL')
    },
  }
}

/** Whether this process stays for as long as the other one does. */
function keepUp(child: ChildProcess, isWanted: boolean): void {
  if (isWanted) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

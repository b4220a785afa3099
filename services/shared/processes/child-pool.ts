import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { JobAnswer } from './job-answer.ts'

export interface ChildPoolOptions {
  /** What a process runs. */
  script: URL
  /** Milliseconds until a process without work is ended. */
  idleMs: number
  /** MB that the objects of a process may take; one that needs more ends. */
  memoryMb: number
}

/** How a job ended: with an answer, with its process, or before that could be started. */
export type JobOutcome =
  | { answered: JobAnswer }
  | { code: number | null; signal: NodeJS.Signals | null }
  | { notStarted: Error }

const RUNNER = fileURLToPath(new URL('./run-jobs.ts', import.meta.url))
/** MB of new objects until what is no longer used is collected. */
const YOUNG_MB = 4

/** Child processes, some of them idle. As many are started as are taken at the same time. */
export function createChildPool({ script, idleMs, memoryMb }: ChildPoolOptions) {
  const alive = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

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

  function end(child: ChildProcess): void {
    takeOut(child)
    child.kill('SIGKILL')
  }

  return {
    /** @throws {Error} when none is idle, and no other can be started */
    take(): ChildProcess {
      const child = idle.keys().find(({ connected, killed }) => connected && !killed) ?? start()
      takeOut(child)
      keepUp(child, true)
      return child
    },
    /** Takes back one that works no more. */
    release(child: ChildProcess): void {
      keepUp(child, false)
      idle.set(child, setTimeout(end, idleMs, child).unref())
    },
    killAll(): void {
      for (const child of alive) child.kill('SIGKILL')
    },
  }
}

/** Has a child carry out a job. One that is being ended answers no more, and its end is the outcome. */
export function sendJob(
  child: ChildProcess,
  job: unknown,
  onOutcome: (outcome: JobOutcome) => void,
): void {
  const finish = (outcome: JobOutcome) => {
    child.off('message', hear).off('exit', die).off('error', fail)
    onOutcome(outcome)
  }
  const hear = (answered: JobAnswer) => {
    if (!child.killed) finish({ answered })
  }
  const die = (code: number | null, signal: NodeJS.Signals | null) => finish({ code, signal })
  const { pid } = child
  /** Errors of one that runs are those of sending; its end follows. */
  const fail = (error: Error) => {
    if (pid === undefined) finish({ notStarted: error })
  }
  child.on('message', hear).on('exit', die).on('error', fail)
  child.send({ job }, (error) => {
    if (error) child.kill('SIGKILL')
  })
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

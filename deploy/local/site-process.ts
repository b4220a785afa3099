import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settlesWithin } from '../../services/shared/settles-within.ts'
import { StartError } from './start-error.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A process that ran for this long is started again at once, however often it has ended before. */
const STEADY_MS = 60_000

/** What a process is told once it can use it. */
export interface Orders {
  /** Of a database that is up to date and has the content; for readers, of one that will run. */
  databaseUrl: string
}

/** What a process says: its addresses by name, once its ports are open; or why they will not be. */
export type Report = { urls: Addresses } | { failed: string }
export type Addresses = Readonly<Record<string, string>>

export interface SiteProcessOptions {
  /** Whom it is for, in messages: `The process for NAME …`. */
  name: string
  /** Of `deploy/local`. */
  script: string
  /** Arguments of the first start only. */
  firstArgs?: readonly string[]
  /** Tells the person at the terminal. */
  complain: (line: string) => void
  /** Called with its addresses each time that it has been started again. */
  onRestart: (addresses: Addresses) => void
}

export interface SiteProcess {
  /**
   * Its addresses, once it has started for the first time.
   *
   * @throws {StartError} when it does not; it is not started again then
   */
  started: Promise<Addresses>
  /** Tells it, and each that is started in its place. */
  tell(orders: Orders): void
  /** From now on it is started again also when it has never started before. */
  insist(): void
  /** Asks it to end, and ends it when it does not. Safe to repeat. */
  stop(patienceMs: number): Promise<void>
}

/**
 * Runs a part of the site in a process of its own, and starts it again whenever it ends by itself:
 * what ends one part, be it a lack of memory, leaves the others untouched.
 */
export function superviseProcess(options: SiteProcessOptions): SiteProcess {
  const { name, script, firstArgs = [], complain, onRestart } = options
  const started = Promise.withResolvers<Addresses>()
  let hasStarted = false
  let insists = false
  const stopping = new AbortController()
  const { signal } = stopping
  let orders: Orders | undefined
  let child: ChildProcess | undefined

  function begin(): ChildProcess {
    const args = hasStarted ? [] : firstArgs
    return spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
      // What it logs goes where ours goes: standard output is for what we say ourselves.
      stdio: ['ignore', 2, 2, 'ipc'],
      // Ctrl-C reaches us alone: parts end one after another.
      detached: true,
    })
  }

  /** @returns how it ended, or why it did not start */
  async function untilEnd(): Promise<string> {
    let failure: string | undefined
    try {
      child = begin()
    } catch (error) {
      // The system has no memory for it, or no process.
      return cannotBegin(error)
    }
    child.on('message', (report: Report) => {
      if ('failed' in report) failure = report.failed
      else if (hasStarted) onRestart(report.urls)
      else {
        hasStarted = true
        started.resolve(report.urls)
      }
    })
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    child.on('exit', (code, by) => {
      end(failure ?? `The process for ${name} ended by itself (${by ?? `exit code ${code}`}).`)
    })
    // Errors of one that runs are those of telling it something: it is just ending then.
    const { pid } = child
    child.on('error', (error) => {
      if (pid === undefined) end(cannotBegin(error))
    })
    if (orders) tellChild(orders)
    return ended
  }

  const cannotBegin = (error: unknown) =>
    `The process for ${name} cannot be started: ${error instanceof Error ? error.message : error}.`

  function tellChild(given: Orders): void {
    // The next one is told as well, so that this one need not hear it.
    if (child?.connected) child.send(given, () => {})
  }

  async function keepRunning() {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const begun = performance.now()
      const end = await untilEnd()
      if (signal.aborted) return
      if (!hasStarted && !insists) return void started.reject(new StartError(end))
      complain(`${end} Starting it again…`)
      if (performance.now() - begun > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  const running = keepRunning()
  // Whoever asks hears of it.
  started.promise.catch(() => {})
  return {
    started: started.promise,
    tell(given) {
      orders = given
      tellChild(given)
    },
    insist() {
      insists = true
    },
    async stop(patienceMs) {
      stopping.abort()
      child?.kill('SIGTERM')
      if (await settlesWithin(patienceMs, running)) return
      child?.kill('SIGKILL')
      await running
    },
  }
}

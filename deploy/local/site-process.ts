import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settlesWithin } from '../../services/shared/settles-within.ts'
import { StartError } from './start-error.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A process that ran for this long is started again at once, however often it has ended before. */
const STEADY_MS = 60_000

/** What a process needs to know, sent to it as soon as it is true. */
export interface Orders {
  /** Of a database that is up to date and has the content; for readers, of one that will run. */
  databaseUrl: string
}

/** A message of the process: its addresses by name, once its ports are open, or why it failed. */
export type Report = { urls: Addresses } | { failed: string }
export type Addresses = Readonly<Record<string, string>>

export interface SiteProcessOptions {
  /** Its name in messages: `The process for NAME …`. */
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

  /** @returns how it ended, or why it did not start */
  async function runOnce(): Promise<string> {
    try {
      child = spawnScript(script, hasStarted ? [] : firstArgs)
    } catch (error) {
      // The system has no memory for it, or no process.
      return cannotStart(name, error)
    }
    const ended = untilEnd(name, child, (addresses) => {
      if (hasStarted) onRestart(addresses)
      hasStarted = true
      started.resolve(addresses)
    })
    if (orders) tellChild(orders)
    return ended
  }

  function tellChild(given: Orders): void {
    // An error is ignored: the next process gets these orders as well.
    if (child?.connected) child.send(given, () => {})
  }

  async function keepRunning() {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const startedAt = performance.now()
      const end = await runOnce()
      if (signal.aborted) return
      if (!hasStarted && !insists) return void started.reject(new StartError(end))
      complain(`${end} Starting it again…`)
      if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }

  const running = keepRunning()
  // A caller that awaits it gets the error; without one, Node would end this process.
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

const spawnScript = (script: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    // Its log goes to our standard error: standard output is for our own messages.
    stdio: ['ignore', 2, 2, 'ipc'],
    // Ctrl-C reaches only this process, which stops the parts one after another.
    detached: true,
  })

/**
 * @param onStarted called with its addresses once its ports are open
 * @returns a sentence on how it ended, or why it did not start
 */
function untilEnd(
  name: string,
  child: ChildProcess,
  onStarted: (addresses: Addresses) => void,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let failure: string | undefined
  child.on('message', (report: Report) => {
    if ('failed' in report) failure = report.failed
    else onStarted(report.urls)
  })
  child.on('exit', (code, by) => {
    resolve(failure ?? `The process for ${name} ended by itself (${by ?? `exit code ${code}`}).`)
  })
  // A process that has a pid did start: its errors are those of sending to it while it ends.
  const { pid } = child
  child.on('error', (error) => {
    if (pid === undefined) resolve(cannotStart(name, error))
  })
  return promise
}

const cannotStart = (name: string, error: unknown) =>
  `The process for ${name} cannot be started: ${error instanceof Error ? error.message : error}.`

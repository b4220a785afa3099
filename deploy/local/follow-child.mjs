// Plain JavaScript that runs on Node 20 with nothing installed: see run.mjs.
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 1_000
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

const firstParent = process.ppid

/** Ends the process with a sentence that the person at the terminal can act on. */
export class Refusal extends Error {}

/**
 * Waits for the end of a child, and passes signals to this process and the end of npm on to it,
 * which a SIGKILL ends without any notice.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => void} passOn
 */
export async function followChild(child, passOn) {
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    stoppedBy ??= signal
    try {
      passOn(signal)
    } catch {
      // It has ended meanwhile.
    }
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const parentWatch =
    process.env.npm_lifecycle_event === undefined
      ? undefined
      : setInterval(() => {
          if (process.ppid === firstParent || stoppedBy !== undefined) return
          stop('SIGTERM')
        }, POLL_MS)

  /** @type {{ code?: number, signal?: NodeJS.Signals, reason: string }} */
  const end = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ reason: error.message }))
    child.on('exit', (code, signal) => {
      if (signal !== null) resolve({ signal, reason: `was ended by ${signal}` })
      else resolve({ code: code ?? 1, reason: `ended with code ${code}` })
    })
  })
  clearInterval(parentWatch)
  for (const signal of SIGNALS) process.off(signal, stop)
  return { ...end, stoppedBy }
}

/**
 * Ends this process the way the child ended, so that the caller sees the same exit code or signal.
 *
 * @param {NodeJS.Signals} signal
 */
export async function dieOf(signal) {
  process.kill(process.pid, signal)
  // The signal is delivered in a moment; those that do not end a process leave the usual code.
  await sleep(POLL_MS)
  process.exit(1)
}

import { Agent, get } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

export interface OpenLoopOptions {
  /** `http://host:port` */
  url: string
  /** Requested in this order, repeatedly. */
  addresses: readonly string[]
  perSecond: number
  seconds: number
  signal: AbortSignal
}

const TIMEOUT_MS = 10_000
/** Timers are late by a millisecond or two, so the last part of a wait polls the clock. */
const EARLY_MS = 2

/**
 * Requests at a constant rate, whether or not those before were answered, as readers send them.
 * Time counts from when a request was due: a slow answer delays the requests behind it, too.
 *
 * @returns milliseconds of each, by its place
 * @throws {Error} when an answer is not 200
 */
export async function runOpenLoop(options: OpenLoopOptions): Promise<number[]> {
  const { url, addresses, perSecond, seconds, signal } = options
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  const underWay: Promise<void>[] = []
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const startedAt = performance.now()
  try {
    for (let number = 0; number < perSecond * seconds; number++) {
      const dueAt = startedAt + (number * 1_000) / perSecond
      await Promise.race([untilTime(dueAt), failure.promise])
      signal.throwIfAborted()
      const asked = ask(agent, `${url}${addresses[number % addresses.length]}`).then(() => {
        latencies[number] = performance.now() - dueAt
      })
      asked.catch(failure.reject)
      underWay.push(asked)
    }
    await Promise.all(underWay)
    return latencies
  } finally {
    agent.destroy()
  }
}

async function untilTime(dueAt: number): Promise<void> {
  const left = dueAt - performance.now() - EARLY_MS
  if (left > 0) await sleep(left)
  while (performance.now() < dueAt) await setImmediate()
}

/** @returns the body */
export function ask(agent: Agent, address: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = get(address, { agent, timeout: TIMEOUT_MS }, (answer) => {
    let body = ''
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      body += text
    })
    answer.on('error', reject)
    answer.on('end', () => {
      if (answer.statusCode === 200) resolve(body)
      else reject(new Error(`${address} answered ${answer.statusCode}`))
    })
  })
  request.on('timeout', () => request.destroy(new Error(`${address} did not answer`)))
  request.on('error', reject)
  return promise
}

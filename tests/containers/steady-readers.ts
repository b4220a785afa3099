import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ReadersReport {
  requests: number
  /** What went wrong, each with its address: at most a hundred. */
  failures: string[]
  /** The slowest answer. */
  slowestMs: number
}

const TIMEOUT_MS = 15_000
/** Of the network for documents. One reader alone may not have as many requests under way. */
const READERS = 250
const MAX_FAILURES = 100
const TICK_MS = 10

/**
 * Readers who come at a constant rate, whether or not those before them were answered, and keep
 * their connections, until they are stopped.
 */
export function startSteadyReaders(url: string, addresses: readonly string[], perSecond: number) {
  const agent = new Agent({ keepAlive: true })
  const report: ReadersReport = { requests: 0, failures: [], slowestMs: 0 }
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let stopped = false

  async function ask(number: number): Promise<void> {
    const askedAt = performance.now()
    const address = addresses[number % addresses.length] ?? '/'
    const from = `203.0.113.${(number % READERS) + 1}`
    const problem = await statusOf(agent, url + address, from).then(
      (status) => (status === 200 ? undefined : `${status}`),
      (error: Error) => error.message,
    )
    report.slowestMs = Math.max(report.slowestMs, performance.now() - askedAt)
    if (problem === undefined || report.failures.length >= MAX_FAILURES) return
    report.failures.push(`${address}: ${problem}`)
  }

  async function keepAsking(): Promise<void> {
    while (!stopped) {
      const due = ((performance.now() - startedAt) * perSecond) / 1_000
      while (report.requests < due) {
        const asked = ask(report.requests++)
        underWay.add(asked)
        asked.finally(() => underWay.delete(asked))
      }
      await sleep(TICK_MS)
    }
    await Promise.all(underWay)
    agent.destroy()
  }
  const asking = keepAsking()

  return {
    async stop(): Promise<ReadersReport> {
      stopped = true
      await asking
      return report
    },
  }
}

function statusOf(agent: Agent, address: string, from: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { 'x-forwarded-for': from }
  const request = get(address, { agent, headers, timeout: TIMEOUT_MS }, (answer) => {
    answer.on('error', reject)
    answer.on('end', () => resolve(answer.statusCode))
    answer.resume()
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.on('error', reject)
  return promise
}

import type { IncomingMessage } from 'node:http'
import { askPublic, INTERNET, type Network, NotPublicError } from '#shared/network/ask-public.ts'
import { createHostGate } from './host-gate.ts'
import { ALLOWS_ALL, ALLOWS_NOTHING, parseRobots, type RobotsRules } from './robots-rules.ts'

export interface AskOptions {
  /** Between two requests to one host. */
  pauseMs: number
  /** For one request. */
  timeoutMs: number
  /** For all of them. */
  deadlineMs: number
  network: Network
}

export const ASK_DEFAULTS: AskOptions = {
  pauseMs: 1_000,
  timeoutMs: 10_000,
  deadlineMs: 30 * 60_000,
  network: INTERNET,
}

const AGENT = 'finlore-link-check'
const MOST_HOPS = 5
/** What RFC 9309 asks to be read of a robots.txt. */
const MOST_ROBOTS_BYTES = 500 * 1024
/** Hosts that are asked side by side. */
const HOSTS_AT_ONCE = 8

/**
 * Asks whether something is at each of these addresses: with HEAD, then with GET where that does
 * not help, and only where robots.txt lets us. Neither they nor where they lead may be of a network of
 * ours: who writes a text must not learn what answers there.
 *
 * @returns by address, what is wrong with it, as the end of a sentence; those that answer well are
 *   left out
 */
export async function askAddresses(
  addresses: readonly string[],
  { pauseMs, timeoutMs, deadlineMs, network }: AskOptions = ASK_DEFAULTS,
): Promise<Map<string, string>> {
  const gate = createHostGate(pauseMs)
  const deadline = AbortSignal.timeout(deadlineMs)
  const robots = new Map<string, Promise<RobotsRules>>()

  async function request(url: URL, method: 'HEAD' | 'GET'): Promise<IncomingMessage> {
    await gate.pass(url.host, deadline)
    const headers = { 'user-agent': AGENT, 'accept-encoding': 'identity' }
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs)])
    return askPublic(url, { method, headers, signal }, network)
  }

  /** @throws when the site cannot be reached, which then is what is wrong with all its addresses */
  async function loadRobots(url: URL): Promise<RobotsRules> {
    let at = new URL('/robots.txt', url)
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      const response = await request(at, 'GET')
      const location = locationOf(response, at)
      if (!location) return readRobots(response)
      response.destroy()
      if (!isWeb(location)) return ALLOWS_ALL
      at = location
    }
    return ALLOWS_ALL
  }
  const robotsOf = (url: URL) => {
    const known = robots.get(url.origin) ?? loadRobots(url)
    robots.set(url.origin, known)
    return known
  }

  async function follow(address: string, method: 'HEAD' | 'GET'): Promise<string | undefined> {
    let url = new URL(address)
    let hasMoved = true
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      const { allows } = await robotsOf(url)
      if (!allows(url.pathname + url.search)) {
        return `was not asked: robots.txt of ${url.host} forbids it; look for yourself`
      }
      const response = await request(url, method)
      response.destroy()
      const { statusCode = 0 } = response
      const location = locationOf(response, url)
      if (!location) {
        if (statusCode >= 400) return describeStatus(statusCode)
        return hop > 0 && hasMoved ? `has moved for good: write ${url.href}` : undefined
      }
      hasMoved &&= statusCode === 301 || statusCode === 308
      if (!isWeb(location)) return `leads to ${location.protocol}`
      url = location
    }
    return `leads on more than ${MOST_HOPS} times: write where it ends`
  }

  async function ask(address: string): Promise<string | undefined> {
    try {
      const problem = await follow(address, 'HEAD').catch((error: unknown) =>
        error instanceof NotPublicError ? `was not asked: ${error.message}` : 'failed',
      )
      const isFinal = problem === undefined || /^(?:was not asked|has moved)/.test(problem)
      return isFinal || deadline.aborted ? (problem ?? undefined) : await follow(address, 'GET')
    } catch (error) {
      return describeFailure(error, timeoutMs)
    }
  }

  const problems = new Map<string, string>()
  const hosts = [...Map.groupBy(addresses, (address) => new URL(address).host).values()]
  const askNext = async () => {
    for (let own = hosts.shift(); own; own = hosts.shift()) {
      for (const address of own) {
        const problem = deadline.aborted
          ? 'was not asked: the time for asking was over'
          : await ask(address)
        if (problem !== undefined) problems.set(address, problem)
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, askNext))
  return problems
}

/** Where an answer leads on to. */
function locationOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const leadsOn = [301, 302, 303, 307, 308].includes(statusCode)
  const { location } = headers
  return leadsOn && location ? (URL.parse(location, from.href) ?? undefined) : undefined
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

async function readRobots(response: IncomingMessage): Promise<RobotsRules> {
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy()
    return statusCode >= 500 ? ALLOWS_NOTHING : ALLOWS_ALL
  }
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_ROBOTS_BYTES) break
  }
  return parseRobots(text, AGENT)
}

function describeStatus(status: number): string {
  if (status === 404 || status === 410) return `answers ${status}: write where the page is now`
  if (status === 401 || status === 403 || status === 429) {
    return `answers ${status} to programs: look for yourself`
  }
  return `answers ${status}`
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name = '' } = error instanceof Error ? error : {}
  if (name === 'TimeoutError') return `does not answer within ${timeoutMs / 1_000} s`
  const code: unknown = Reflect.get(Object(error), 'code')
  if (code === 'ENOTFOUND') return 'has a host that is not there: write where the page is now'
  return `cannot be reached: ${code ?? (error instanceof Error ? error.message : String(error))}`
}

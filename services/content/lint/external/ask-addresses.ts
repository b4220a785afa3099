import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { fieldOf } from '#shared/field-of.ts'
import { askPublic, INTERNET, NotPublicError } from '#shared/network/ask-public.ts'
import { type IsAllowed, readRobots } from './read-robots.ts'

const DEFAULTS = {
  /** The pause between two requests to one host. */
  pauseMs: 1_000,
  /** The timeout of one request. */
  timeoutMs: 10_000,
  /** The timeout for all requests together. */
  deadlineMs: 30 * 60_000,
  network: INTERNET,
}

export type ProbeOptions = typeof DEFAULTS

const AGENT = 'finlore-link-check'
const MAX_HOPS = 5
/** The most hosts that are asked at the same time. */
const HOSTS_AT_ONCE = 8

/**
 * Checks whether these addresses respond: with HEAD, then with GET if that fails, and only where
 * robots.txt permits it. Neither an address nor a redirect may lead into our own network, because
 * the author of a text must not learn what responds there.
 *
 * @returns by address, what is wrong with it, as the end of a sentence; addresses without problems
 * are left out
 */
export async function askAddresses(
  addresses: readonly string[],
  options: ProbeOptions = DEFAULTS,
): Promise<Map<string, string>> {
  const deadline = AbortSignal.timeout(options.deadlineMs)
  const request = createRequest(options, deadline)
  const robotsOf = createRobots(request)
  const follow = (address: string, method: Method) =>
    followRedirects(address, (url) => request(url, method), robotsOf)

  async function ask(address: string): Promise<string | undefined> {
    try {
      const problem = await follow(address, 'HEAD').catch((error: unknown) =>
        error instanceof NotPublicError ? `was not asked: ${error.message}` : 'failed',
      )
      const isFinal = problem === undefined || /^(?:was not asked|has moved)/.test(problem)
      return isFinal || deadline.aborted ? problem : await follow(address, 'GET')
    } catch (error) {
      return describeFailure(error, options.timeoutMs)
    }
  }

  const problems = new Map<string, string>()
  const askHost = async (own: readonly string[]) => {
    for (const address of own) {
      const problem = deadline.aborted
        ? 'was not asked: the time for asking was over'
        : await ask(address)
      if (problem !== undefined) problems.set(address, problem)
    }
  }
  const hosts = Map.groupBy(addresses, (address) => new URL(address).host)
  await pLimit(HOSTS_AT_ONCE).map(hosts.values(), askHost)
  return problems
}

type Method = 'HEAD' | 'GET'
type Request = (url: URL, method: Method) => Promise<IncomingMessage>
type RobotsOf = (url: URL) => Promise<IsAllowed>

/** @returns a function that sends requests, with a pause between any two to the same host */
function createRequest(
  { pauseMs, timeoutMs, network }: ProbeOptions,
  deadline: AbortSignal,
): Request {
  const nextRequestAt = new Map<string, number>()

  /** Waits until this caller may send a request to the host. */
  async function untilAllowed(host: string): Promise<void> {
    const now = performance.now()
    const startAt = Math.max(now, nextRequestAt.get(host) ?? now)
    nextRequestAt.set(host, startAt + pauseMs)
    if (startAt > now) await sleep(startAt - now, undefined, { signal: deadline })
  }

  return async (url, method) => {
    await untilAllowed(url.host)
    const headers = { 'user-agent': AGENT, 'accept-encoding': 'identity' }
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs)])
    return askPublic(url, { method, headers, signal }, network)
  }
}

/** @returns a function that reads the robots.txt of each site once */
function createRobots(request: Request): RobotsOf {
  const robots = new Map<string, Promise<IsAllowed>>()

  /** @throws if the site cannot be reached, which is then the problem of all its addresses */
  async function loadRobots(url: URL): Promise<IsAllowed> {
    let at = new URL('/robots.txt', url)
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const response = await request(at, 'GET')
      const location = locationOf(response, at)
      if (!location) return readRobots(response, url, AGENT)
      response.destroy()
      if (!isWeb(location)) break
      at = location
    }
    return () => true
  }

  return (url) => {
    const loading = robots.get(url.origin) ?? loadRobots(url)
    robots.set(url.origin, loading)
    return loading
  }
}

/** @returns what is wrong with an address, or with where it leads */
async function followRedirects(
  address: string,
  request: (url: URL) => Promise<IncomingMessage>,
  robotsOf: RobotsOf,
): Promise<string | undefined> {
  let url = new URL(address)
  let hasMoved = true
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const isAllowed = await robotsOf(url)
    if (!isAllowed(url)) {
      return `was not asked: robots.txt of ${url.host} forbids it; check it by hand`
    }
    const response = await request(url)
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
  return `redirects more than ${MAX_HOPS} times: write the final address`
}

/** The target of a redirect, if the response is one. */
function locationOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const leadsOn = [301, 302, 303, 307, 308].includes(statusCode)
  const { location } = headers
  return leadsOn && location ? (URL.parse(location, from.href) ?? undefined) : undefined
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

function describeStatus(status: number): string {
  if (status === 404 || status === 410) return `answers ${status}: write where the page is now`
  if (status === 401 || status === 403 || status === 429) {
    return `answers ${status} to programs: check it by hand`
  }
  return `answers ${status}`
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name = '' } = error instanceof Error ? error : {}
  if (name === 'TimeoutError') return `does not answer within ${timeoutMs / 1_000} s`
  const code: unknown = fieldOf(error, 'code')
  if (code === 'ENOTFOUND') return 'has a host that does not exist: write where the page is now'
  return `cannot be reached: ${code ?? (error instanceof Error ? error.message : String(error))}`
}

import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { loadFactFetches } from '../../../services/content/facts/fetching/fact-fetches.ts'
import { pollFacts } from '../../../services/content/facts/fetching/poll-facts.ts'
import type { Locale } from '../../../services/shared/contracts/primitives.ts'
import { INTERNET, type Network } from '../../../services/shared/network/ask-public.ts'
import { isPublicAddress } from '../../../services/shared/network/public-address.ts'
import type { TestContent } from './content-service.ts'

/** What a source answers at one of its addresses. */
export type FactAnswer = string | ((response: ServerResponse) => unknown)

/** The name of a public host, and of one that leads into our own network. */
export const FACT_HOST = 'rates.example.org'
const PRIVATE_HOST = 'inside.example.org'
const NAMES: Readonly<Record<string, string>> = {
  [FACT_HOST]: '1.1.1.1',
  [PRIVATE_HOST]: '10.0.0.8',
}

/** A site that says values of facts, and a network in which its host is on the internet. */
export async function startFactSource(answers: Record<string, FactAnswer>) {
  const requests: string[] = []
  const answerRequest: RequestListener = ({ url = '' }, response) => {
    requests.push(url)
    const answer = answers[url] ?? ((missing: ServerResponse) => missing.writeHead(404).end())
    if (typeof answer === 'string') response.end(answer)
    else answer(response)
  }
  const server = createServer(answerRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const network: Network = {
    resolve: async (hostname) => [{ address: NAMES[hostname] ?? hostname, family: 4 }],
    isPublic: isPublicAddress,
    request(url, { lookup: _, ...options }) {
      if (url.protocol !== 'https:') throw new Error(`${url.href} is not https`)
      return INTERNET.request(new URL(url.pathname + url.search, origin), options)
    },
  }
  return { answers, requests, network }
}

export type FactSource = Awaited<ReturnType<typeof startFactSource>>

interface LogLine {
  fact?: string
  reason?: string
  draft?: string
  texts?: string[]
  message: string
}

interface Fetching {
  count?: number
  locale?: Locale
  timeoutMs?: number
}

/** Replicas that ask a source, with the clock of the content. */
export function startFetching(
  content: Pick<TestContent, 'db' | 'clock'>,
  { network }: Pick<FactSource, 'network'>,
  { count = 1, locale = 'en_US', timeoutMs = 20_000 }: Fetching = {},
) {
  const fetching = {
    /** How often the clock was read. */
    looks: 0,
    outcomes: [] as string[],
    infos: [] as LogLine[],
    warnings: [] as LogLine[],
    /** Lets time pass. */
    pass(ms: number) {
      content.clock.now = new Date(content.clock.now.getTime() + ms)
    },
    /** Waits until so many outcomes were counted altogether. */
    untilCounted: (outcomes: number) =>
      expect.poll(() => fetching.outcomes.length, PATIENCE).toBe(outcomes),
    /** Waits until every replica has looked again whether an address is due. */
    async untilLooked() {
      const before = fetching.looks
      await expect.poll(() => fetching.looks, PATIENCE).toBeGreaterThan(before + 3 * count)
    },
    stop: async () => void (await Promise.all(replicas.map((replica) => replica.stop()))),
  }
  const lineOf = (fields: object, message: string) => ({ ...fields, message })
  const replicas = Array.from({ length: count }, () =>
    pollFacts({
      db: content.db,
      locale,
      network,
      timeoutMs,
      lookMs: 5,
      now() {
        fetching.looks += 1
        return content.clock.now
      },
      metrics: { count: (outcome) => void fetching.outcomes.push(outcome) },
      log: {
        info: (fields, message) => void fetching.infos.push(lineOf(fields, message)),
        warn: (fields, message) => void fetching.warnings.push(lineOf(fields, message)),
      },
    }),
  )
  onTestFinished(() => fetching.stop())
  return fetching
}

const PATIENCE = { timeout: 20_000, interval: 10 }

export const HOUR = 3_600_000

/** A fact with one value, and where its next ones come from. */
export const fetchedFact = (
  fact: string,
  {
    is = '4.40%',
    from = '2026-10-01',
    url = `https://${FACT_HOST}/${fact}`,
    ...fetch
  } = {} as Record<string, string>,
) => `
- fact: ${fact}   # asked for
  title: "The rate ${fact}"
  source: { title: A notice, url: https://www.example.org/rates }
  fetch:
    url: ${url}
    value: ${fetch.value ?? '/rates/0/percent'}
    on: ${fetch.on ?? '/rates/0/day'}
    between: ${fetch.between ?? '[0, 20]'}
    step: ${fetch.step ?? 2}
    every: ${fetch.every ?? 'month'}
  values:
    - { from: ${from}, is: '${is}' } # as announced
`

/** JSON in the form that these facts are asked in. */
export const rateOf = (percent: unknown, day = '2026-11-20') =>
  JSON.stringify({ rates: [{ percent, day }] })

/** What readers see of a fact at /facts. */
export async function shownFact(content: Pick<TestContent, 'pageModel'>, name: string) {
  const model = await content.pageModel('/facts')
  if (!('page' in model) || model.page.kind !== 'facts') throw new Error('there is no /facts')
  return model.page.groups.flatMap(({ facts }) => facts).find((fact) => fact.name === name)
}

export const recordOfFact = async ({ db }: Pick<TestContent, 'db'>, fact: string) =>
  (await loadFactFetches(db))[fact]

import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const READERS = ['/', ARTICLE, `/page-data${ARTICLE}/page-data.json`, '/robots.txt']
const FLOOD_MS = 3_000
const AT_ONCE = 200
/** What the fault table gives a site to be well again. */
const SOON = { timeout: 5_000, interval: 50 }

let site: WiredSite
beforeAll(async () => {
  site = await wireSite({ without: ['worker'] })
  for (const address of [...READERS, '/search', '/404.html']) await ask(address)
  // Node lets one new connection in at each turn of its loop, and this one belongs to the flood too.
  await Promise.all(Array.from({ length: AT_ONCE + READERS.length }, () => ask('/')))
})
afterAll(async () => {
  agent.destroy()
  await site.close()
})

const agent = new Agent({ keepAlive: true })

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  ms: number
}

function ask(address: string): Promise<Answer> {
  const begunAt = performance.now()
  return new Promise((resolve, reject) => {
    get(site.renderUrl + address, { agent }, (response) => {
      response.resume().on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, ms: performance.now() - begunAt })
      })
    }).on('error', reject)
  })
}

/** Many who ask again as soon as they are answered, and readers of stored pages among them. */
async function flood(addressOf: (number: number) => string) {
  const end = performance.now() + FLOOD_MS
  const answers: Answer[] = []
  const reads: Answer[] = []
  let number = 0
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < end) answers.push(await ask(addressOf(number++)))
  })
  while (performance.now() < end) {
    reads.push(...(await Promise.all(READERS.map(ask))))
    await sleep(20)
  }
  await Promise.all(asking)
  return {
    reads,
    shed: answers.filter(({ status }) => status === 503),
    served: answers.filter(({ status }) => status !== 503),
  }
}

const median = (answers: readonly Answer[]) =>
  answers.map(({ ms }) => ms).sort((one, other) => one - other)[Math.floor(answers.length / 2)] ?? 0

test.each([
  ['of addresses that nobody has', (number: number) => `/articles/of-nobody-${number}`, 404],
  [
    'of pages that nobody has, by their data',
    (at: number) => `/page-data/no-${at}/page-data.json`,
    404,
  ],
  ['of searches', (number: number) => `/search?q=owning+${number % 7}`, 200],
])(
  'a flood %s is answered up to its limit, and does not affect readers of stored pages [F29, T10]',
  async (_name, addressOf, status) => {
    const { reads, shed, served } = await flood(addressOf)

    expect(reads.length).toBeGreaterThan(READERS.length)
    expect(reads.filter((read) => read.status !== 200)).toEqual([])
    expect([...new Set(served.map((answer) => answer.status))]).toEqual([status])
    expect(shed.length).toBeGreaterThan(0)
    for (const { headers } of shed) {
      expect(headers).toMatchObject({
        'retry-after': '2',
        'x-load': expect.stringMatching(/^shed/),
      })
    }
    // Refusals come at once, and readers of stored pages do not wait.
    expect(median(shed)).toBeLessThan(median(served))
    expect(median(reads)).toBeLessThan(median(served))
    await expect.poll(async () => (await ask(addressOf(1_000_000))).status, SOON).toBe(status)
  },
)

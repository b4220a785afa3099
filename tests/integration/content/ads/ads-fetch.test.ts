import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { pollAds } from '../../../../services/content/edits/poll-ads.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'

const adsOf = (word: string) =>
  JSON.stringify({
    sapeData: { sapeLinks: { '/terms': [`<a href="https://${word}.example/">${word}</a>`] } },
  })

/** An ad system. Answers with what it was told last. */
async function startAdSystem() {
  const system = { status: 200, body: adsOf('one'), requests: 0, url: '' }
  const server = createServer((_request, response) => {
    system.requests += 1
    response.writeHead(system.status).end(system.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
  const { port } = server.address() as AddressInfo
  system.url = `http://127.0.0.1:${port}/ads?user=a-secret`
  return system
}

interface LogLine {
  reason?: string
  failures?: number
  pauseMs?: number
}

/** Several replicas that fetch, with one clock. */
function startReplicas(content: TestContent, url: string, count = 1) {
  const clock = { now: new Date('2026-12-01T12:00:00Z') }
  const warnings: LogLine[] = []
  const log = { info: () => {}, warn: (line: LogLine) => void warnings.push(line) }
  const replicas = Array.from({ length: count }, () =>
    pollAds({ db: content.db, url, log, now: () => clock.now, lookMs: 5 }),
  )
  const stop = async () => void (await Promise.all(replicas.map((replica) => replica.stop())))
  onTestFinished(stop)
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  return { warnings, pass, stop }
}

const MINUTE = 60_000
const WAIT = { timeout: 20_000, interval: 10 }

async function shownOn(content: TestContent, path: string) {
  const model = await content.pageModel(path)
  return 'page' in model ? model.page.sponsored?.links.map(({ text }) => text) : undefined
}
const untilShown = (content: TestContent, word: string) =>
  vi.waitFor(async () => expect(await shownOn(content, '/terms')).toEqual([word]), WAIT)

// M-248
test('ad data are fetched once for all replicas, and again when they are due', async ({
  content,
}) => {
  const system = await startAdSystem()
  const { pass } = startReplicas(content, system.url, 3)
  await untilShown(content, 'one')
  expect(system.requests).toBe(1)
  const revision = await content.revision()

  pass(11 * MINUTE)
  await vi.waitFor(() => expect(system.requests).toBe(2), WAIT)
  system.body = adsOf('two')
  // The moment in which the second answer is noted is not seen from here.
  await vi.waitFor(async () => {
    pass(11 * MINUTE)
    expect(await shownOn(content, '/terms')).toEqual(['two'])
  }, WAIT)
  expect(system.requests).toBeGreaterThanOrEqual(3)
  // The same again was no edit, and another is one, of that page alone.
  const changes = await content.changesAfter(revision)
  expect(changes.map(({ tags }) => tags)).toEqual([['ads:/terms']])
})

test('the ads of an editor stay until the ad system has new data', async ({ content }) => {
  const system = await startAdSystem()
  const { pass } = startReplicas(content, system.url)
  await untilShown(content, 'one')

  await content.commit('PUT', '/ads', JSON.parse(adsOf('mine')))
  pass(11 * MINUTE)
  await vi.waitFor(() => expect(system.requests).toBe(2), WAIT)
  expect(await shownOn(content, '/terms')).toEqual(['mine'])
  system.body = adsOf('two')
  pass(11 * MINUTE)
  await untilShown(content, 'two')
})

test('the last good data stay during an outage, with requests at growing intervals [M-248, F40]', async ({
  content,
}) => {
  const system = await startAdSystem()
  const { pass, warnings } = startReplicas(content, system.url)
  await untilShown(content, 'one')

  pass(11 * MINUTE)
  const bad: [number, string, RegExp][] = [
    [503, 'busy', /answered 503/],
    [200, '<html>', /sent no JSON/],
    [200, '{"sapeData":{}}', /sent no ad data: .*sapeLinks/],
    [200, 'x'.repeat(17 * 1024 * 1024), /sent more than 16777216 bytes/],
  ]
  for (const [index, [status, body]] of bad.entries()) {
    Object.assign(system, { status, body })
    if (index > 0) pass(warnings.at(-1)?.pauseMs ?? 0)
    await vi.waitFor(() => expect(warnings).toHaveLength(index + 1), WAIT)
  }
  expect(warnings.map(({ failures, pauseMs }) => [failures, pauseMs])).toEqual([
    [1, 15_000],
    [2, 30_000],
    [3, 60_000],
    [4, 120_000],
  ])
  for (const [index, [, , reason]] of bad.entries()) {
    expect(warnings[index]?.reason).toMatch(reason)
  }
  expect(JSON.stringify(warnings)).not.toContain('a-secret')
  expect(await shownOn(content, '/terms')).toEqual(['one'])

  Object.assign(system, { status: 200, body: adsOf('two') })
  pass(2 * MINUTE)
  await untilShown(content, 'two')
})

test('a changed address is fetched at once, and neither address is stored', async ({ content }) => {
  const [first, second] = [await startAdSystem(), await startAdSystem()]
  const replicas = startReplicas(content, first.url)
  await untilShown(content, 'one')
  await replicas.stop()

  second.body = adsOf('two')
  startReplicas(content, second.url)
  await untilShown(content, 'two')
  expect(first.requests).toBe(1)
  const stored = await content.db.selectFrom('setting').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('a-secret')
})

test('data without a link are accepted only at the second fetch', async ({ content }) => {
  const system = await startAdSystem()
  const { pass, warnings } = startReplicas(content, system.url)
  await untilShown(content, 'one')

  const none = '{"sapeData":{"sapeLinks":{}}}'
  for (const [index, body] of [none, adsOf('two'), none].entries()) {
    system.body = body
    pass(11 * MINUTE)
    await vi.waitFor(() => expect(system.requests).toBe(index + 2), WAIT)
    await untilShown(content, index === 0 ? 'one' : 'two')
  }
  await vi.waitFor(() => expect(warnings).toHaveLength(2), WAIT)
  pass(11 * MINUTE)
  await vi.waitFor(async () => expect(await shownOn(content, '/terms')).toBeUndefined(), WAIT)
  expect([system.requests, warnings.length]).toEqual([5, 2])
})

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Tally } from './load-order.ts'
import { runLoad } from './run-load.ts'

const SECONDS = 0.5
const PER_SECOND = 200
const BODY = 'a page '.repeat(20_000)

/** What the load of the storm makes of a server that answers in this way. */
async function load(answer: RequestListener, path = '/'): Promise<Tally> {
  const server = createServer(answer)
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { tallies } = await runLoad(
    {
      url: `http://127.0.0.1:${port}`,
      seconds: SECONDS,
      network: 4,
      sources: 3,
      streams: [{ kind: 'page', addresses: [path], perSecond: PER_SECOND, status: 200 }],
    },
    new AbortController().signal,
  )
  const [tally] = tallies
  if (!tally) throw new Error('The load has no tally')
  expect(tally.asked).toBeGreaterThan(10)
  expect(tally.served + tally.shed + tally.failed).toBe(tally.asked)
  return tally
}

test.each<[string, RequestListener]>([
  ['with a length', (_, response) => response.setHeader('content-length', BODY.length).end(BODY)],
  ['in parts', (_, response) => response.writeHead(200).write(BODY, () => response.end(BODY))],
  ['of nothing', (_, response) => response.writeHead(200, { 'content-length': 0 }).end()],
  ['that end the connection', (_, response) => response.setHeader('connection', 'close').end(BODY)],
])('complete answers %s count as served', async (_what, answer) => {
  const tally = await load(answer)
  expect(tally.served).toBe(tally.asked)
  expect(tally.servedTimes.p99).toBeGreaterThanOrEqual(tally.servedTimes.p50)
})

test('a saved copy counts as served, and separately', async () => {
  const tally = await load((_, response) => response.setHeader('x-saved-copy', 'now').end(BODY))
  expect([tally.served, tally.saved]).toEqual([tally.asked, tally.asked])
})

test('only an answer with Retry-After counts as shed', async () => {
  let turn = 0
  const tally = await load((_, response) => {
    turn += 1
    response.writeHead(turn % 2 === 0 ? 503 : 429, turn % 3 === 0 ? { 'retry-after': '2' } : {})
    response.end('{}')
  })
  expect(tally.shed).toBe(Math.floor(tally.asked / 3))
  expect(Object.keys(tally.reasons).sort()).toEqual([
    'status 429 without Retry-After',
    'status 503 without Retry-After',
  ])
})

test('a truncated answer and another status count as failures', async () => {
  let turn = 0
  const tally = await load((_, response) => {
    turn += 1
    if (turn % 2 === 0) response.writeHead(500).end()
    else response.setHeader('content-length', BODY.length).write('half', () => response.destroy())
  })
  expect(tally.failed).toBe(tally.asked)
  expect(Object.keys(tally.reasons)).toEqual(
    expect.arrayContaining(['status 500', expect.stringContaining('cut off')]),
  )
})

test('a request that fails on a reused connection is repeated once, on a new one it fails', async () => {
  const seen = new WeakSet<object>()
  const again = await load(({ socket }, response) => {
    if (seen.has(socket)) {
      socket.destroy()
      return
    }
    seen.add(socket)
    response.end(BODY)
  })
  expect(again.served).toBe(again.asked)
  expect(again.repeated).toBeGreaterThan(0)

  const never = await load(({ socket }) => socket.destroy())
  expect([never.failed, never.repeated]).toEqual([never.asked, 0])
})

test('readers have several addresses, and a star in a path is a new word each time', async () => {
  const [from, paths] = [new Set<string>(), new Set<string>()]
  const tally = await load(({ socket, url = '' }, response) => {
    from.add(socket.remoteAddress ?? '')
    paths.add(url)
    response.setHeader('connection', 'close').end()
  }, '/no/*')
  expect([...from].every((address) => address.startsWith('127.4.'))).toBe(true)
  expect(from.size).toBe(3)
  expect(paths.size).toBe(tally.asked)
})

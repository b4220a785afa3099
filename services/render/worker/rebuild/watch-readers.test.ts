import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildEntry } from '../../../../tests/support/pages/stored-entry.ts'
import { fingerprintOf } from '../../store/stored-entry.ts'
import { watchReaders } from './watch-readers.ts'

/** Where readers come in: answers with the tag that is set, or not at all. */
async function startEdge() {
  const state = { etag: '"before"', asked: 0 }
  const server = createServer((request, response) => {
    expect([request.method, request.url]).toEqual(['HEAD', '/articles/a'])
    expect(request.headers['accept-encoding']).toBe('gzip, deflate, br')
    state.asked += 1
    response.writeHead(200, { etag: state.etag }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const edgeUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { state, edgeUrl, server }
}

/** A busy machine is no failure: the default is one second. */
const WAIT = { timeout: 20_000 }

const TIMES = { quickPauseMs: 5, quickMs: 20, slowPauseMs: 10, patienceMs: 300, restMs: 1 }

/** Watches with a store that says what is stored now. */
function watchAt(
  edgeUrl: string,
  stored: { fingerprint: string } | undefined,
  patienceMs = TIMES.patienceMs,
) {
  const seen: number[] = []
  const warned: string[] = []
  const watch = watchReaders({
    edgeUrl,
    store: { describe: async () => stored && { revision: 7, ...stored } },
    observe: (seconds) => seen.push(seconds),
    log: { warn: (_: unknown, text?: string) => warned.push(String(text)) } as never,
    times: { ...TIMES, patienceMs },
  })
  onTestFinished(watch.close)
  return { watch, seen, warned }
}

describe('a page that was stored', async () => {
  const entry = await buildEntry()
  const etag = entry.bodies.html?.etag
  const stored = { fingerprint: fingerprintOf(entry) }

  test('counts from the edit until readers get it, in any encoding', async () => {
    const { state, edgeUrl } = await startEdge()
    const { watch, seen } = watchAt(edgeUrl, stored, 30_000)
    watch.watch({ entry, lags: [3] })
    await vi.waitUntil(() => state.asked > 5, WAIT)
    expect(seen).toEqual([])
    state.etag = `W/"${etag}-br"`
    await vi.waitUntil(() => seen.length === 1, WAIT)
    expect(seen[0]).toBeGreaterThan(3)
    expect(seen[0]).toBeLessThan(33)
  })

  test('counts as late when they never get it', async () => {
    const { edgeUrl } = await startEdge()
    const { watch, seen } = watchAt(edgeUrl, stored)
    watch.watch({ entry, lags: [3] })
    await vi.waitUntil(() => seen.length === 1, WAIT)
    expect(seen[0]).toBeGreaterThanOrEqual(3.3)
  })

  test('does not count when another edit took its place before', async () => {
    const { state, edgeUrl } = await startEdge()
    const { watch, seen } = watchAt(edgeUrl, { fingerprint: 'of-another' })
    const next = await buildEntry({ text: 'the next page' })
    state.etag = `"${next.bodies.html?.etag}"`
    watch.watch({ entry, lags: [3] })
    // Of two, the second is asked for when the first is given up.
    await vi.waitUntil(() => {
      watch.watch({ entry: next, lags: [5] })
      return seen.length > 0
    }, WAIT)
    expect(Math.floor(seen[0] ?? 0)).toBe(5)
  })

  test('does not count where no answer comes, which the log says once', async () => {
    const { edgeUrl, server } = await startEdge()
    server.close()
    const { watch, seen, warned } = watchAt(edgeUrl, stored)
    const beginAgain = () => {
      watch.watch({ entry, lags: [3] })
      return warned.length > 0
    }
    await vi.waitUntil(beginAgain, WAIT)
    expect(warned).toEqual(['EDGE_URL does not answer: what readers get is unknown'])
    expect(seen).toEqual([])
  })

  test('is not asked for where it is no page of its own, or the age of the edit is not known', async () => {
    const { state, edgeUrl } = await startEdge()
    const { watch } = watchAt(edgeUrl, stored)
    watch.watch({ entry: await buildEntry({ status: 301, bodies: {} }), lags: [3] })
    watch.watch({ entry: await buildEntry({ bodies: {} }), lags: [3] })
    watch.watch({ entry, lags: [] })
    watch.watch({ lags: [3] })
    state.etag = `"${etag}"`
    watch.watch({ entry, lags: [3] })
    await vi.waitUntil(() => state.asked > 0, WAIT)
    expect(state.asked).toBe(1)
  })
})

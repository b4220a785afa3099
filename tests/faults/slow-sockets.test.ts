import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService } from '../../services/shared/http/create-service.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import { openRaw } from '../support/hostile/raw-connection.ts'
import { rawRequest } from '../support/hostile/raw-request.ts'
import { startIngress } from '../support/servers/ingress.ts'
import { hasNginx } from '../support/servers/nginx-server.ts'

const HOST = '127.0.0.1'
const SITE_URL = 'https://finlore.example'
const SLOW = 500
/** Ten, and as many again for a machine that is busy. */
const CLOSED_MS = 20_000
const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: slow clients of nginx, which is not installed.\n')

const service = createService({ name: 'pages', log: { level: 'silent' }, checks: {} })
service.app.get('/*', async () => 'a page')
let serviceUrl: string
beforeAll(async () => {
  serviceUrl = await service.app.listen({ host: HOST, port: 0 })
})
afterAll(() => closeService(service, 500))

/** Half of them say nothing, half send a letter now and then of a header that never ends. */
async function openSlow(url: string): Promise<{ closed: Promise<unknown> }> {
  const connections = await Promise.all(
    Array.from({ length: SLOW }, (_, at) =>
      openRaw(url, at % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nHost: a\r\nX: '),
    ),
  )
  const letters = setInterval(() => {
    for (const [at, { socket }] of connections.entries()) {
      if (at % 2 === 1 && socket.writable) socket.write('x')
    }
  }, 500)
  const closed = Promise.all(connections.map((connection) => connection.closed))
  return { closed: closed.finally(() => clearInterval(letters)) }
}

/** @returns milliseconds of each of so many reads, one after another */
async function read(url: string, count: number): Promise<number[]> {
  const times: number[] = []
  while (times.length < count) {
    const begun = performance.now()
    expect((await rawRequest(url, '/page')).text).toBe('a page')
    times.push(performance.now() - begun)
  }
  return times.sort((one, other) => one - other)
}

const median = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0

async function bearSlow(url: string) {
  await read(url, 20)
  const before = median(await read(url, 100))
  const begun = performance.now()
  const { closed } = await openSlow(url)
  const during = median(await read(url, 100))
  await closed

  expect(performance.now() - begun).toBeLessThan(CLOSED_MS)
  // Readers do not wait for them, not even noticeably.
  expect(during).toBeLessThan(before * 10 + 50)
}

describe.concurrent('five hundred clients that send slowly or nothing are disconnected, and readers see no error, [F30, T9]', () => {
  test('by a service', () => bearSlow(serviceUrl))

  test.runIf(nginxIsHere)('by nginx', async () => {
    const nginx = await startIngress({ RENDER_ADDRESS: new URL(serviceUrl).host, SITE_URL })
    try {
      await bearSlow(nginx.url)
    } finally {
      await nginx.stop()
    }
  })
})

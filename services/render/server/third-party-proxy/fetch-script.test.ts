import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../../../shared/network/ask-public.ts'
import { isPublicAddress } from '../../../shared/network/public-address.ts'
import { createScriptFetcher } from './fetch-script.ts'

const SCRIPT = 'https://scripts.example/a.js?v=1'
const OTHER = 'https://others.example/b.js'

let answer: (response: ServerResponse, url: string) => void
let asked: { url: string; headers: IncomingHttpHeaders }[]
const server = createServer(({ url = '', headers }, response) => {
  asked.push({ url: `https://${headers.host}${url}`, headers })
  answer(response, `https://${headers.host}${url}`)
})

beforeEach(async () => {
  asked = []
  answer = sendScript
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const sendScript = (response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'text/javascript', 'set-cookie': 'a=b' })
    .end('run("é")')

/** Every host on the internet is this test's server, with plain HTTP. */
const network: Network = {
  request: ((url: URL, options: object) => {
    const { port } = server.address() as AddressInfo
    const plain = new URL(`http://${url.host}:${port}${url.pathname}${url.search}`)
    return request(plain, {
      ...options,
      headers: { ...Reflect.get(options, 'headers'), host: url.host },
    })
  }) as Network['request'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isPublic: () => true,
}
const fetchScript = createScriptFetcher(network)
const only =
  (...urls: string[]) =>
  (url: string) =>
    urls.includes(url)
const refused = expect.objectContaining({ code: 'unavailable' })

test('a script is fetched without data of a reader', async () => {
  expect(await fetchScript(SCRIPT, only(SCRIPT))).toBe('run("é")')
  expect(asked.map(({ url }) => url)).toEqual([SCRIPT])
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
  ])
})

test('text in another character set becomes UTF-8', async () => {
  answer = (response) =>
    response
      .writeHead(200, { 'content-type': 'application/javascript; charset=windows-1251' })
      .end(Buffer.from([0xef, 0xf0]))
  expect(await fetchScript(SCRIPT, only(SCRIPT))).toBe('пр')
})

describe('a redirect', () => {
  const leadTo = (location: string) => {
    answer = (response, url) =>
      url === SCRIPT ? response.writeHead(302, { location }).end() : sendScript(response)
  }

  test('is followed to a listed address', async () => {
    leadTo(OTHER)
    expect(await fetchScript(SCRIPT, only(SCRIPT, OTHER))).toBe('run("é")')
    expect(asked.map(({ url }) => url)).toEqual([SCRIPT, OTHER])
  })

  test.each([
    OTHER,
    'http://scripts.example/a.js?v=1',
    'https://169.254.169.254/a.js',
    '/b.js',
    '//[',
  ])('is not followed to %s, which is not listed', async (location) => {
    leadTo(location)
    await expect(fetchScript(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
    expect(asked).toHaveLength(1)
  })

  test('is followed a limited number of times', async () => {
    leadTo(SCRIPT)
    await expect(fetchScript(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
    expect(asked).toHaveLength(4)
  })
})

describe('these answers fail:', () => {
  test.each([
    ['an error', 404, { 'content-type': 'text/javascript' }, 'x'],
    ['a document', 200, { 'content-type': 'text/html' }, 'x'],
    ['something without a type', 200, {}, 'x'],
    [
      'what is compressed',
      200,
      { 'content-type': 'text/javascript', 'content-encoding': 'gzip' },
      'x',
    ],
    ['an unknown character set', 200, { 'content-type': 'text/javascript; charset=klingon' }, 'x'],
    [
      'more than a megabyte',
      200,
      { 'content-type': 'text/javascript' },
      'x'.repeat(1024 * 1024 + 1),
    ],
  ])('%s', async (_name, status, headers, body) => {
    answer = (response) => response.writeHead(status, headers).end(body)
    await expect(fetchScript(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
  })

  test('one that breaks off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 100 })
      response.write('half', () => response.destroy())
    }
    await expect(fetchScript(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
  })

  test('one that takes more than five seconds', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).write('x')
    const started = performance.now()
    await expect(fetchScript(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
    expect(performance.now() - started).toBeGreaterThan(4_900)
    expect(performance.now() - started).toBeLessThan(8_000)
  })
})

describe('a host that is not public gets no request:', () => {
  const requested = vi.fn(network.request)
  const careful = (addresses: string[]) =>
    createScriptFetcher({
      request: requested as Network['request'],
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
      isPublic: isPublicAddress,
    })

  test.each([[['127.0.0.1']], [['10.0.0.8']], [['1.1.1.1', '192.168.0.1']], [[]]])(
    'one at %j',
    async (addresses) => {
      await expect(careful(addresses)(SCRIPT, only(SCRIPT))).rejects.toEqual(refused)
      expect(requested).not.toHaveBeenCalled()
    },
  )

  test('one without https', async () => {
    const url = SCRIPT.replace('https', 'http')
    await expect(careful(['1.1.1.1'])(url, only(url))).rejects.toEqual(refused)
    expect(requested).not.toHaveBeenCalled()
  })
})

test('the fetcher refuses the loopback address by default', async () => {
  const { port } = server.address() as AddressInfo
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const url = `https://${host}:${port}/a.js`
    await expect(createScriptFetcher()(url, only(url))).rejects.toEqual(refused)
  }
  expect(asked).toEqual([])
})

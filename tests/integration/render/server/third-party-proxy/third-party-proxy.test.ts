import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SiteError } from '../../../../../services/shared/errors.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { importChanged } from '../../../../support/site/import-changed.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const LISTED = 'https://scripts.example/a.js?v=1&w=%20'
const FAILING = 'https://scripts.example/failing.js'
const PATIENCE = { timeout: 8_000, interval: 50 }

let site: WiredSite
/** What other sites were asked for. */
let fetched: string[] = []
beforeAll(async () => {
  site = await wireSite({
    render: {
      async fetchScript(url) {
        fetched.push(url)
        if (url === FAILING) throw new SiteError('unavailable', 'This script cannot be fetched now')
        return 'run()'
      },
    },
  })
})
afterAll(() => site.close())
beforeEach(() => {
  fetched = []
})

const ask = (url: string, options: Parameters<typeof rawRequest>[2] = {}) =>
  rawRequest(site.url, `/__third-party-proxy?url=${encodeURIComponent(url)}`, options)

/** Imports the content with another list, as an editor would. */
const list = (...urls: string[]) =>
  importChanged(site.renderDatabase.url, 'site.yaml', (text) =>
    text.replace('thirdPartyScripts: []', `thirdPartyScripts: ${JSON.stringify(urls)}`),
  )

test('without a list every address is refused without a request [M-708, S67, T3]', async () => {
  for (const url of [LISTED, 'https://example.com/', '', 'javascript:alert(1)']) {
    expect((await ask(url)).status, url).toBe(403)
  }
  expect(fetched).toEqual([])
})

test('a listed script is passed on unchanged, and no other address [S67, S68, T3]', async () => {
  const { revision } = await list(LISTED, FAILING)
  const { changes } = await site.contentClient.readChanges(revision - 1, 0)
  expect(changes).toMatchObject([{ revision, tags: ['shell', 'site-file:site.yaml'] }])
  await expect.poll(async () => (await ask(LISTED)).status, PATIENCE).toBe(200)
  const headers = { cookie: 'a=b', authorization: 'Basic x', origin: 'https://evil.example' }
  const answer = await ask(LISTED, { headers })
  expect(answer.text).toBe('run()')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(
    (await ask(LISTED, { headers: { 'if-none-match': answer.headers.etag ?? '' } })).status,
  ).toBe(304)
  expect(await ask(LISTED, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  expect(fetched).toEqual([LISTED])

  fetched = []
  for (const near of [
    'https://scripts.example/a.js',
    'https://scripts.example/a.js?v=1&w= ',
    `${LISTED}&`,
    `${LISTED}#x`,
    ` ${LISTED}`,
    LISTED.replace('https', 'http'),
    LISTED.replace('https', 'HTTPS'),
    LISTED.replace('scripts', 'Scripts'),
    LISTED.replace('example/', 'example:443/'),
  ]) {
    expect((await ask(near)).status, near).toBe(403)
  }
  const encoded = encodeURIComponent(LISTED)
  for (const path of [
    '/__third-party-proxy',
    '/__third-party-proxy?url=',
    '/__third-party-proxy?url=%E0%A4%A',
    `/__third-party-proxy?url=${encoded}&url=${encoded}`,
    `/__third-party-proxy?URL=${encoded}`,
    `/__third-party-proxy?url[]=${encoded}`,
  ]) {
    expect((await rawRequest(site.url, path)).status, path).toBe(403)
  }
  for (const path of ['/__third-party-proxy/', '/__third-party-proxy/x']) {
    expect((await rawRequest(site.url, `${path}?url=${encoded}`)).status, path).toBe(404)
  }
  expect(fetched).toEqual([])
})

test('every document names the listed scripts, and the privacy page their sites [M-708]', async () => {
  const textOf = async (path: string) => (await rawRequest(site.url, path)).text
  const block = ` data-scripts="${LISTED.replace('&', '&amp;')} ${FAILING}"`
  for (const path of ['/', '/terms', '/privacy-policy', '/search?q=bond']) {
    await expect.poll(() => textOf(path), PATIENCE).toContain(block)
  }
  const privacy = await textOf('/privacy-policy')
  expect(privacy.match(/<li>scripts\.example<\/li>/g)).toHaveLength(1)
  expect(privacy).toContain('>Scripts of other sites</a></h2>')
  expect(await textOf('/terms')).not.toContain('Scripts of other sites')
})

/** Addresses of this machine and of networks of ours, in all the ways in which they can be written. */
const INSIDE = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '0.0.0.0', 'localhost'],
  ...[
    'LOCALHOST',
    'localhost.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fd00::1]',
  ],
  ...['[fe80::1%25eth0]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
  ...['metadata.google.internal', 'content', 'content.default.svc.cluster.local', '①②⑦.0.0.1'],
  ...[
    '127。0。0。1',
    'scripts.example@127.0.0.1',
    '127.0.0.1#scripts.example',
    '127.0.0.1?scripts.example',
  ],
  ...['scripts.example:80@127.0.0.1', 'scripts.example.127.0.0.1.nip.io', '%31%32%37.0.0.1'],
]
const SCHEMES = ['file:///etc/passwd', 'gopher://127.0.0.1:6379/_x', 'ftp://127.0.0.1/', 'data:,x']

test('no spelling of a private address is requested [T3]', async () => {
  await expect.poll(async () => (await ask(LISTED)).status, PATIENCE).toBe(200)
  fetched = []
  const { pathname, search } = new URL(LISTED)
  const inside = INSIDE.flatMap((host) => [
    `https://${host}${pathname}${search}`,
    `http://${host}/`,
  ])
  const joined = ['\r\nhost: x', '\t', '\0', '\\@127.0.0.1', '/../', '.'].map((end) => LISTED + end)
  for (const url of [...inside, ...SCHEMES, ...joined]) {
    expect((await ask(url)).status, url).toBe(403)
  }
  expect(fetched).toEqual([])
})

test('only GET and HEAD are allowed, and a failure has no details [M-708, S68]', async () => {
  await expect.poll(async () => (await ask(LISTED)).status, PATIENCE).toBe(200)
  expect((await ask(LISTED, { method: 'POST' })).status).toBe(405)
  const answer = await ask(FAILING)
  expect(answer.status).toBe(503)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(answer.text)).toMatchObject({ detail: 'This script cannot be fetched now' })
})

test('a script that was removed from the list is no longer passed on [S67]', async () => {
  await list()
  await expect.poll(async () => (await ask(LISTED)).status, PATIENCE).toBe(403)
  const privacy = async () => (await rawRequest(site.url, '/privacy-policy')).text
  await expect.poll(privacy, PATIENCE).not.toMatch(/data-scripts|Scripts of other sites/)
})

test.each([
  'http://scripts.example/a.js',
  'https://',
  'https://user@scripts.example/a.js',
  '//a.example/a.js',
  'https://scripts.example/a.js#x',
])('%s cannot be listed', async (url) => {
  await expect(list(url)).rejects.toThrow(/site\.yaml/)
})

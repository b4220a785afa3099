import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, describe, expect } from 'vitest'
import { askAddresses } from '../../../../services/content/lint/external/ask-addresses.ts'
import { checkExternal } from '../../../../services/content/lint/external/check-external.ts'
import { INTERNET, type Network } from '../../../../services/shared/network/ask-public.ts'
import { isPublicAddress } from '../../../../services/shared/network/public-address.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'

/** The other sites of these tests are on this machine. */
const HERE = { ...INTERNET, isPublic: () => true }
const FAST = { pauseMs: 0, timeoutMs: 1_000, deadlineMs: 10_000, network: HERE }

interface OtherSite {
  origin: string
  /** As `METHOD /path`, in the order in which they came. */
  requests: string[]
  /** When each came, in milliseconds. */
  times: number[]
  /** What is answered at a path, instead of 404. */
  answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
}

async function openSite(): Promise<OtherSite & { close(): Promise<void> }> {
  const site = { requests: [] as string[], times: [] as number[], answers: {} }
  const answers: OtherSite['answers'] = site.answers
  const server = createServer((request, response) => {
    site.requests.push(`${request.method} ${request.url}`)
    site.times.push(performance.now())
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...site,
    answers,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const test = base.extend<{ site: OtherSite; other: OtherSite }>({
  site: async ({}, use) => {
    const site = await openSite()
    await use(site)
    await site.close()
  },
  other: async ({}, use) => {
    const site = await openSite()
    await use(site)
    await site.close()
  },
})

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(code, headers).end()
  }
const robots = (text: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(text)
}

describe('requests to other sites', () => {
  test('use HEAD, and GET where HEAD is not supported', async ({ site }) => {
    site.answers['/good'] = status(200)
    site.answers['/only-get'] = ({ method }, response) => {
      response.writeHead(method === 'GET' ? 200 : 405).end()
    }
    site.answers['/cuts-head'] = ({ method }, response) => {
      if (method === 'GET') response.end('here')
      else response.destroy()
    }
    const paths = ['/good', '/only-get', '/cuts-head', '/gone']
    const problems = await askAddresses(
      paths.map((path) => site.origin + path),
      FAST,
    )

    expect([...problems]).toEqual([
      [`${site.origin}/gone`, 'answers 404: write where the page is now'],
    ])
    expect(site.requests).toEqual([
      'GET /robots.txt',
      'HEAD /good',
      ...['HEAD /only-get', 'GET /only-get'],
      ...['HEAD /cuts-head', 'GET /cuts-head'],
      ...['HEAD /gone', 'GET /gone'],
    ])
  })

  test('respect robots.txt, of every site in a chain of redirects', async ({ site, other }) => {
    site.answers['/robots.txt'] = robots('User-agent: *\nDisallow: /private\n')
    other.answers['/robots.txt'] = robots('User-agent: finlore-link-check\nDisallow: /\n')
    site.answers['/private/a'] = status(200)
    site.answers['/public'] = status(200)
    site.answers['/away'] = status(302, { location: `${other.origin}/there` })
    const paths = ['/private/a', '/public', '/away']
    const problems = await askAddresses(
      paths.map((path) => site.origin + path),
      FAST,
    )

    expect([...problems.keys()]).toEqual([`${site.origin}/private/a`, `${site.origin}/away`])
    expect([...problems.values()].join()).toMatch(/was not asked: robots\.txt of 127.*forbids/)
    expect(site.requests).toEqual(['GET /robots.txt', 'HEAD /public', 'HEAD /away'])
    expect(other.requests).toEqual(['GET /robots.txt'])
  })

  test('are not sent to a site whose robots.txt fails', async ({ site }) => {
    site.answers['/robots.txt'] = status(503)
    const problems = await askAddresses([`${site.origin}/a`], FAST)
    expect([...problems.values()]).toEqual([expect.stringContaining('was not asked')])
    expect(site.requests).toEqual(['GET /robots.txt'])
  })

  test('follow redirects, and report permanent ones', async ({ site, other }) => {
    site.answers['/moved'] = status(301, { location: `${other.origin}/new` })
    site.answers['/elsewhere'] = status(307, { location: `${other.origin}/new` })
    site.answers['/round'] = status(308, { location: '/round' })
    other.answers['/new'] = status(200)
    const paths = ['/moved', '/elsewhere', '/round']
    const problems = await askAddresses(
      paths.map((path) => site.origin + path),
      FAST,
    )

    expect([...problems]).toEqual([
      [`${site.origin}/moved`, `has moved for good: write ${other.origin}/new`],
      [`${site.origin}/round`, 'redirects more than 5 times: write the final address'],
    ])
  })

  test('report unreachable sites', async ({ site }) => {
    const gone = await openSite()
    await gone.close()
    const problems = await askAddresses([`${gone.origin}/a`, `${gone.origin}/b`, site.origin], FAST)
    expect(problems).toEqual(
      new Map([
        [site.origin, 'answers 404: write where the page is now'],
        [`${gone.origin}/a`, 'cannot be reached: ECONNREFUSED'],
        [`${gone.origin}/b`, 'cannot be reached: ECONNREFUSED'],
      ]),
    )
  })

  test('time out', async ({ site }) => {
    site.answers['/silent'] = () => {}
    site.answers['/closed'] = status(403)
    const limits = { ...FAST, timeoutMs: 200 }
    const paths = ['/silent', '/closed']
    const problems = await askAddresses(
      paths.map((path) => site.origin + path),
      limits,
    )

    expect(problems.get(`${site.origin}/silent`)).toBe('does not answer within 0.2 s')
    expect(problems.get(`${site.origin}/closed`)).toBe('answers 403 to programs: check it by hand')

    const late = await askAddresses([`${site.origin}/silent`, `${site.origin}/closed`], {
      ...limits,
      deadlineMs: 100,
    })
    expect(late.get(`${site.origin}/closed`)).toBe('was not asked: the time for asking was over')
  })

  test('have a pause between two to a host, and none between hosts', async ({ site, other }) => {
    const pauseMs = 150
    for (const { answers } of [site, other])
      for (const path of ['/a', '/b']) answers[path] = status(200)
    const addresses = [site, other].flatMap(({ origin }) => [`${origin}/a`, `${origin}/b`])
    const started = performance.now()
    expect((await askAddresses(addresses, { ...FAST, pauseMs })).size).toBe(0)

    for (const { times } of [site, other]) {
      expect(times).toHaveLength(3)
      // From the start: a busy machine may take the first request late and the next one in time. A timer
      // may be early by a fraction.
      for (const [before, time] of times.entries()) {
        expect(time - started).toBeGreaterThan(before * pauseMs - 20)
      }
    }
    expect(other.times[0] ?? 0).toBeLessThan(site.times[2] ?? 0)
  })
})

describe('a private network', () => {
  /** Hosts that somebody registered on the internet, and what their names lead to. */
  const NAMES: Record<string, string[]> = {
    'inside.example': ['10.0.0.8'],
    'metadata.example': ['169.254.169.254'],
    'both.example': ['1.1.1.1', '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'public.example': ['1.1.1.1'],
  }
  /** Of this network the one public host is a site of the test; whatever else is asked is noted. */
  const networkOf = (site: OtherSite, connected: string[]): Network => ({
    resolve: async (hostname) =>
      (NAMES[hostname] ?? [hostname]).map((address) => ({ address, family: 4 })),
    isPublic: isPublicAddress,
    request(url, options) {
      connected.push(url.host)
      const { lookup: _, ...rest } = options
      return INTERNET.request(new URL(url.pathname, site.origin), rest)
    },
  })

  test('is not requested under any name [T3]', async ({ site }) => {
    const connected: string[] = []
    const hosts = ['127.0.0.1', '[::1]', '10.1.2.3', '192.168.0.1:9200', '2130706433', '0x7f.1']
    const addresses = [...hosts, ...Object.keys(NAMES).slice(0, -1)].map(
      (host) => `http://${host}/a`,
    )
    const network = networkOf(site, connected)
    const problems = await askAddresses(addresses, { ...FAST, network })

    expect([...problems.keys()].sort()).toEqual(addresses.sort())
    for (const problem of problems.values()) {
      expect(problem).toMatch(/^was not asked: .+ is not on the internet$/)
    }
    expect(connected).toEqual([])
  })

  test.each([
    'http://inside.example/secret',
    'http://127.0.0.1:5432/',
    'https://metadata.example/',
  ])('is not requested when a page redirects to %s', async (location) => {
    const site = await openSite()
    const connected: string[] = []
    site.answers['/away'] = status(302, { location })
    const network = networkOf(site, connected)
    const [problem] = (
      await askAddresses(['http://public.example/away'], { ...FAST, network })
    ).values()
    await site.close()

    expect(problem).toMatch(/^was not asked: .+ is not on the internet$/)
    expect(new Set(connected)).toEqual(new Set(['public.example']))
  })

  test('is not requested when robots.txt redirects there', async ({ site }) => {
    const connected: string[] = []
    site.answers['/robots.txt'] = status(302, { location: 'http://inside.example/robots.txt' })
    const network = networkOf(site, connected)
    const problems = await askAddresses(['http://public.example/a'], { ...FAST, network })

    expect([...problems.values()]).toEqual(['was not asked: inside.example is not on the internet'])
    expect(connected).toEqual(['public.example'])
  })

  test('is not requested by the command', async ({ site }) => {
    const network = INTERNET
    const address = `${site.origin}/a`
    expect([...(await askAddresses([address], { ...FAST, network })).keys()]).toEqual([address])
    expect(site.requests).toEqual([])
  })
})

describe('lint --external', () => {
  test('reports the places of each address that fails', async ({ site }) => {
    site.answers['/good'] = status(200)
    const other = await makeFolder({
      'articles/en_US/clean.md': `---
title: T
slug: clean
sources:
  - title: Good
    url: ${site.origin}/good
  - title: Gone
    url: ${site.origin}/gone
---

Text with [one link](${site.origin}/good#part) and
[another](${site.origin}/gone#part).
`,
      'articles/en_US/other.md': '---\nslug: other\n---\n\nText',
    })
    const notes = await checkExternal(other.folder, ['en_US'], FAST)
    await other.dispose()

    const message = `${site.origin}/gone answers 404: write where the page is now`
    expect(notes).toEqual([
      { file: 'articles/en_US/clean.md', line: 8, code: 'W-LINK-EXT', message },
      { file: 'articles/en_US/clean.md', line: 12, code: 'W-LINK-EXT', message },
    ])
    expect(site.requests.filter((request) => request.endsWith('/good'))).toEqual(['HEAD /good'])
  })
})

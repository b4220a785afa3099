import type { PageData } from '#shared/contracts/page-data.ts'
import { buildArticle } from '../pages/page-builders.ts'

// A made-up server for tests of the runtime: it answers what each test says, in order.

interface FakeAnswer {
  status?: number
  /** A string is sent as it is; anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** What is answered at an address: one answer for ever, or one after the other, the last for ever. */
type Script = FakeAnswer | 'no network' | 'silence' | readonly (FakeAnswer | 'no network')[]

export const BUILD = '0123456789abcdef0123'
export const APP_DATA = '/page-data/app-data.json'
export const dataAt = (path: string) => `/page-data${path}/page-data.json`

/** Page data of an article. */
export function pageDataOf(path: string, more: Partial<PageData> = {}): PageData {
  const page = { ...buildArticle(), path }
  return {
    componentChunkName: 'component---src-pages-article-page-tsx',
    path,
    result: { data: page, pageContext: { kind: 'article' } },
    staticQueryHashes: [],
    slicesMap: {},
    ...more,
  }
}

/** Notes every request as `METHOD address`. What it has no script for is not found. */
export function createFakeServer(scripts: Record<string, Script> = {}) {
  const asked: string[] = []
  const all: Record<string, Script> = {
    [APP_DATA]: { body: { webpackCompilationHash: BUILD } },
    [dataAt('/404.html')]: { body: pageDataOf('/404.html') },
    [dataAt('/500.html')]: { body: pageDataOf('/500.html') },
    ...scripts,
  }
  const times = new Map<string, number>()

  function answerTo(key: string): FakeAnswer | 'no network' | 'silence' {
    const script = all[key]
    if (script === undefined) return { status: 404, body: 'Not found' }
    if (!Array.isArray(script)) return script as FakeAnswer | 'no network' | 'silence'
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    return script[Math.min(time, script.length - 1)]
  }

  async function fetch(address: string, { method = 'GET', signal }: RequestInit) {
    asked.push(`${method} ${address}`)
    const answer = answerTo(method === 'GET' ? address : `${method} ${address}`)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    if (answer === 'silence') {
      return new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const { status = 200, body = {}, headers = {} } = answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }

  return { fetch, asked, askedFor: (key: string) => asked.filter((entry) => entry === key).length }
}

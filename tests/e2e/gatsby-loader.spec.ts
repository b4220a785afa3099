import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { componentChunkName } from '../../services/render/documents/page-data.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { buildPages } from '../support/pages/page-builders.ts'
import { prepareGatsbyLoader } from '../support/servers/gatsby-loader.ts'
import { PAGE_KINDS } from '../support/site/page-paths.ts'

// Runs the loader of Gatsby on this site, which keeps to the protocol of a Gatsby site.

const gatsby = await prepareGatsbyLoader()
const { url } = inject('site')

const SLICES = ['header', 'footer'].map((name) => `slice---src-components-${name}-tsx`)
const TEMPLATES = Object.values(buildPages()).map(({ kind }) => componentChunkName(kind))

/** Kinds that have no data of their own: the loader shows the not-found page for them. */
const WITHOUT_DATA = ['not found', 'gone']

/** The result of the loader for an address, as far as it can be sent out of the browser. */
interface Loaded {
  status?: string
  error?: string
  notFound: boolean
  component?: string
  kind?: string
  path?: string
  /** The component of each slice, by name. */
  slices: Record<string, string>
  /** The content of each answer, by hash. */
  answers: Record<string, string[]>
  hashes: string[]
}

let browser: Browser
let page: Page
let close: () => Promise<void>
let asked: string[] = []
beforeAll(async () => {
  browser = await launchBrowser()
  const opened = await openPage(browser, { serviceWorkers: 'block' })
  page = opened.page
  close = opened.close
  page.on('request', (request) => {
    asked.push(`${request.method()} ${request.url().slice(url.length)}`)
  })
})
afterAll(async () => {
  await close()
  await browser.close()
})

/** A loader without cached data, in a document without the site's scripts. */
async function start() {
  if (!('script' in gatsby)) throw new Error(gatsby.missing)
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(`(() => {
    ${gatsby.script}
    const components = Object.fromEntries(
      ${JSON.stringify([...TEMPLATES, ...SLICES])}.map((name) => [name, async () => ({ default: name })]),
    )
    globalThis.loader = new gatsby.ProdLoader({ components }, [])
  })()`)
  asked = []
}

const load = (path: string) =>
  page.evaluate<Loaded>(`(async () => {
    const loaded = await loader.loadPage(${JSON.stringify(path)})
    return {
      status: loaded.status,
      error: loaded.error && String(loaded.error),
      notFound: Boolean(loader.isPageNotFound(${JSON.stringify(path)})),
      component: loaded.component?.default,
      kind: loaded.json?.data.kind,
      path: loaded.page?.path,
      slices: Object.fromEntries([...loader.slicesDb].map(([name, { component }]) => [name, component])),
      hashes: loaded.page?.staticQueryHashes ?? [],
      answers: Object.fromEntries(
        Object.entries(loaded.staticQueryResults ?? {}).map(([hash, { data }]) => [hash, Object.keys(data)]),
      ),
    }
  })()`)

describe.skipIf('missing' in gatsby)('the loader of Gatsby', () => {
  test.each(Object.entries(PAGE_KINDS))(
    'loads a page with its slices and static queries: %s [M-704]',
    async (kind, path) => {
      await start()
      const loaded = await load(path)
      const isMissing = WITHOUT_DATA.includes(kind)

      expect(loaded.error).toBeUndefined()
      expect(loaded.notFound).toBe(isMissing)
      expect(TEMPLATES).toContain(loaded.component)
      expect(loaded.component).toBe(componentChunkName(kindOf(loaded)))
      expect(loaded.path).toBe(isMissing ? '/404.html' : path)
      expect(loaded.slices).toEqual({ header: SLICES[0], footer: SLICES[1] })
      const [site = '', menu = ''] = loaded.hashes
      expect(loaded.answers).toEqual({
        [site]: expect.arrayContaining(['site', 'year']),
        [menu]: ['menu'],
      })
      expect(asked.filter((request) => request.startsWith('HEAD'))).toHaveLength(isMissing ? 1 : 0)
    },
  )

  test('requests the data that all pages share once', async () => {
    await start()
    for (const path of Object.values(PAGE_KINDS)) await load(path)
    const shared = asked.filter((request) => /slice-data|page-data\/sq/.test(request))
    expect(shared).toHaveLength(4)
    expect(new Set(shared).size).toBe(4)
  })

  test('names the data that it could not load', async () => {
    await start()
    await page.route('**/page-data/sq/d/*.json', (route) => route.abort())
    const { status, error } = await load('/authors')
    expect(status).toBe('error')
    expect(error).toMatch(/^Error: We couldn't load "\/page-data\/sq\/d\/\d+\.json"$/)
    await page.unroute('**/page-data/sq/d/*.json')
    expect((await load('/authors')).kind).toBe('authors')
  })
})

function kindOf({ kind }: Loaded) {
  const known = Object.values(buildPages()).find((made) => made.kind === kind)
  if (!known) throw new Error(`No page is of the kind ${kind}`)
  return known.kind
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { copyVersion, editVersion, type OtherVersion } from '../support/postgres/other-version.ts'
import { DEV, freePort, type RunningSite, runSite } from '../support/site/run-site.ts'

const NAME = 'how-a-broad-index-etf-works'
const ARTICLE = `content/articles/en_US/${NAME}.md`
const COMPONENT = 'web/src/pages/ArticlePage.tsx'
const SERVICE = 'services/content/pages/article-page.ts'
const STYLE = 'web/src/styles/page-header.css'

/** On an idle machine a change is visible within a second or two. */
const SEEN = { timeout: 120_000, interval: 50 }
const TEST_MS = 400_000

let browser: Browser
let version: OtherVersion
let folder: string
let site: RunningSite
let reader: WatchedPage

beforeAll(async () => {
  browser = await launchBrowser()
  version = await copyVersion()
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-dev-'))
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
  site = await runSite(env, version.root, { script: DEV, readyMs: TEST_MS })
  reader = await openPage(browser)
  const listens = reader.page.waitForResponse('**/__dev')
  await reader.page.goto(`${site.url}/articles/${NAME}`)
  await listens
  await untilHydrated(reader.page)
}, TEST_MS)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await version?.remove()
  await rm(folder, { recursive: true, force: true })
})

const edit = (file: string, before: string, after: string) =>
  editVersion(version, file, before, after)
const inPage = (script: string) => reader.page.evaluate(script)
const headline = () => inPage(`document.querySelector('main h1').textContent`)
const title = () => reader.page.title()
const output = async () => site.output()
const see = (look: () => Promise<unknown>) => expect.poll(look, SEEN)

// The tests never reload the page and never restart a process.
describe('an open page of npm run dev', { timeout: TEST_MS }, () => {
  test('shows a changed component, at the same scroll position', async () => {
    await inPage('scrollTo(0, 700)')
    await edit(COMPONENT, '<h1>{', '<h1>Seen: {')
    await see(headline).toMatch(/^Seen: How a broad/)
    await see(() => inPage('scrollY')).toBe(700)
  })

  test('shows the answer of a changed service', async () => {
    await edit(SERVICE, 'title: titleOf(scope, article.title)', `title: 'What content says'`)
    await see(title).toBe('What content says')
  })

  test('shows an edited article, and reports mistakes in one', async () => {
    await edit(ARTICLE, 'How a broad index ETF works', 'How an edited ETF works')
    await see(headline).toMatch(/^Seen: How an edited ETF works/)

    await edit(ARTICLE, 'author: James Calloway', 'author: Nobody Here')
    await see(output).toContain('author "Nobody Here" is not a known author')
    await edit(ARTICLE, 'author: Nobody Here', 'author: Eleanor Whitcombe')
    await see(() => inPage(`document.querySelector('.byline-author').textContent`)).toContain(
      'Eleanor Whitcombe',
    )
  })

  test('shows a changed style without a reload', async () => {
    const color = () => inPage(`getComputedStyle(document.querySelector('main h1')).color`)
    let declared = 'max-width: 20em;'
    let wasKept = false
    // The work after an import may rebuild the page at this time.
    for (let shade = 1; shade <= 3 && !wasKept; shade++) {
      await inPage(`document.documentElement.dataset.kept = 'yes'`)
      const colored = `max-width: 20em; color: rgb(${shade}, 2, 3);`
      await edit(STYLE, declared, colored)
      declared = colored
      await see(color).toBe(`rgb(${shade}, 2, 3)`)
      wasKept = (await inPage('document.documentElement.dataset.kept')) === 'yes'
    }
    expect(wasKept).toBe(true)
  })

  test('stays while the code does not compile, and updates once it does', async () => {
    await edit(COMPONENT, '<h1>Seen: ', '<h1 Seen: ')
    await see(output).toContain('Build failed')
    expect(await headline()).toMatch(/^Seen: /)
    await edit(COMPONENT, '<h1 Seen: ', '<h1>Mended: ')
    await see(headline).toMatch(/^Mended: /)

    await edit(SERVICE, `title: 'What content says'`, 'title: (')
    await see(output).toContain('content has ended')
    // What is asked for meanwhile waits, so a page that was just being loaded again stays too.
    const asked = fetch(`${site.url}/articles/${NAME}`)
    await edit(SERVICE, 'title: (', `title: 'What content says again'`)
    expect((await asked).status).toBe(200)
    await see(title).toBe('What content says again')
    await see(headline).toMatch(/^Mended: /)
  })

  test('has the same security policy as every site; only its pages listen for changes', async () => {
    const { url } = inject('site')
    const policyOf = async (of: string) => (await fetch(of)).headers.get('content-security-policy')
    expect(await policyOf(site.url)).toBe(await policyOf(url))
    expect(reader.complaints.filter((line) => /policy|trusted/i.test(line))).toEqual([])

    const bootScriptOf = async (of: string) => {
      const html = await (await fetch(of)).text()
      const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? []
      return (await fetch(of + script)).text()
    }
    expect(await bootScriptOf(site.url)).toContain('/__dev')
    expect(await bootScriptOf(url)).not.toContain('/__dev')
    expect((await fetch(`${url}/__dev`)).status).toBe(404)
  })
})

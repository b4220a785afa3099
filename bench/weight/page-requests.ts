import type { Browser, Request } from 'playwright'
import { untilHydrated } from '../../tests/support/browser/until-hydrated.ts'

const STEP_MS = 30_000
/** Well after prefetching, which waits 3 s. */
const AFTERMATH_MS = 5_000

/** A request of a page: its resource type in the browser, and its address. */
export interface PageRequest {
  kind: string
  path: string
  /** Whether it was sent by the service worker instead of the page. */
  byWorker: boolean
}

export interface PageRequests {
  /** Until the browser is idle for the first time: every reader waits for these. */
  beforeIdle: PageRequest[]
  /** From then until hydration and prefetching are done. */
  afterIdle: PageRequest[]
  /** When the reader first focuses the search field. */
  onSearch: PageRequest[]
  /** When the reader first points at a term in the text. */
  onTerm: PageRequest[]
}

/** The bench decides when the browser is idle, to tell requests before it from those after it. */
const HOLD_IDLENESS = `{
  const waiting = []
  globalThis.requestIdleCallback = (callback) => waiting.push(callback)
  globalThis.cancelIdleCallback = (number) => { delete waiting[number - 1] }
  globalThis.beIdle = () => {
    globalThis.requestIdleCallback = (callback) => setTimeout(callback, 0, {
      didTimeout: false,
      timeRemaining: () => 50,
    })
    for (const callback of waiting) if (callback) globalThis.requestIdleCallback(callback)
  }
}`

/** Opens a page as a first-time visitor and lists everything that it asks for. */
export async function listRequests(
  browser: Browser,
  url: string,
  path: string,
): Promise<PageRequests> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(STEP_MS)
    const seen: PageRequest[] = []
    // Of the whole context, because service workers send requests, too.
    context.on('request', (request) => seen.push(describe(request)))
    const take = () => seen.splice(0)

    await page.addInitScript(HOLD_IDLENESS)
    await page.goto(url + path, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const beforeIdle = take()

    await page.evaluate('beIdle()')
    await page.mouse.move(10, 10)
    await untilHydrated(page)
    await page.waitForTimeout(AFTERMATH_MS)
    const afterIdle = take()

    await page.locator('header input[type=search]').focus()
    await page.waitForLoadState('networkidle')
    const onSearch = take()

    await page.locator('a.term').first().hover()
    await page.locator('.term-popover').waitFor()
    return { beforeIdle, afterIdle, onSearch, onTerm: take() }
  } finally {
    await context.close()
  }
}

function describe(request: Request): PageRequest {
  const { pathname, search } = new URL(request.url())
  const type = request.resourceType()
  return {
    kind: type === 'other' ? nameOther(pathname) : type,
    path: pathname + search,
    byWorker: request.serviceWorker() !== null,
  }
}

/** The browser's resource type for everything else. */
function nameOther(pathname: string): string {
  if (ICON.test(pathname)) return 'icon'
  return pathname.endsWith('.speculationrules') ? 'speculation rules' : 'other'
}

const ICON = /icon[^/]*\.(?:ico|png|svg)$/

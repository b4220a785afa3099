import type { Browser, Request } from 'playwright-core'
import { untilHydrated } from '../../support/until-hydrated.ts'

const STEP_MS = 30_000
/** Prefetching waits 3 s; this is well after it. */
const AFTERMATH_MS = 5_000

/** What a page asked for: what kind of thing it is to the browser, and its address. */
export interface PageRequest {
  kind: string
  path: string
  /** Not the page itself asked, but the service worker that stands by it. */
  byWorker: boolean
}

export interface PageRequests {
  /** Up to where the browser is idle for the first time: what every reader waits for. */
  beforeIdle: PageRequest[]
  /** From then until React has taken over and the prefetching is through. */
  afterIdle: PageRequest[]
  /** When the reader first goes to the search field. */
  onSearch: PageRequest[]
  /** When the reader first goes near a term of the text. */
  onTerm: PageRequest[]
}

/** Idleness comes when we say so, or what came before it could not be told from what came after. */
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
    // Of the context, because a service worker asks too.
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

/** What the browser calls nothing in particular. */
function nameOther(pathname: string): string {
  if (ICON.test(pathname)) return 'icon'
  return pathname.endsWith('.speculationrules') ? 'speculation rules' : 'other'
}

const ICON = /icon[^/]*\.(?:ico|png|svg)$/

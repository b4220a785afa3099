import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { inject } from 'vitest'
import { LIVELY_READER } from '../site/lively-reader.ts'
import { browserEnv } from './prepare-browser.ts'

/** Chromium's error for a request that was cancelled because the reader left the page. */
const LEFT_BEHIND = 'net::ERR_ABORTED'
/**
 * Chromium's error for every request under way when an interface of the machine comes, goes or gets an
 * address, such as that of a container which others start: it says nothing of the page.
 */
const OTHER_NETWORK = 'net::ERR_NETWORK_CHANGED'

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = inject('browser')
  return chromium.launch({ executablePath, args, env: browserEnv(env) })
}

export interface WatchedPage {
  page: Page
  /** Errors and warnings of the console and of the content security policy. */
  complaints: string[]
  close(): Promise<void>
}

interface ReaderOptions extends BrowserContextOptions {
  /** Gives no sign, so that React is long in coming. */
  isStill?: boolean
}

/**
 * A page in a context of its own that remembers every complaint. Its reader gives a sign as soon as
 * it is loaded, unless they are `isStill`. With `serviceWorkers: 'block'` it
 * is a browser that knows none: a test sees only those requests that no worker makes.
 */
export async function openPage(
  browser: Browser,
  { serviceWorkers = 'allow', isStill = false, ...options }: ReaderOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  if (!isStill) await context.addInitScript(LIVELY_READER)
  // Playwright's own way of blocking complains on the console.
  if (serviceWorkers === 'block') {
    await context.addInitScript('delete Navigator.prototype.serviceWorker')
  }
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes(OTHER_NETWORK)) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason === LEFT_BEHIND || reason === OTHER_NETWORK) return
    complaints.push(`${request.url()} failed: ${reason}`)
  })
  const close = async () => {
    // An answer that a test still changes on its way has no reader left.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, complaints, close }
}

/**
 * Has Node make the requests of a page, which Chromium would give up whenever an interface of the
 * machine changes: for tests in which a page cannot help itself when that happens.
 */
export const requestByNode = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    await route.fulfill({ response })
  })

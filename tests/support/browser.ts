import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { browserEnv } from './prepare-browser.ts'

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = inject('browser')
  return chromium.launch({ executablePath, args, env: browserEnv(env) })
}

export interface WatchedPage {
  page: Page
  /** What the page's console and the content security policy complained about. */
  complaints: string[]
  close(): Promise<void>
}

/** A page in a context of its own that remembers every complaint. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`))
  return { page, complaints, close: () => context.close() }
}

import type { Browser, Page } from 'playwright'

const STEP_MS = 15_000
/** With fewer visible words, an article counts as unreadable. */
const MIN_PARAGRAPHS = 4

/**
 * Reads an article and follows the menu with the HTML and the style sheet alone: no script runs, and
 * no picture, font or anything else arrives.
 *
 * @returns what did not work
 */
export async function readWithoutScript(
  browser: Browser,
  url: string,
  path: string,
): Promise<string[]> {
  const failures: string[] = []
  for (const width of [360, 1280]) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
    })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(STEP_MS)
      await page.route('**/*', (route) =>
        ['document', 'stylesheet'].includes(route.request().resourceType())
          ? route.continue()
          : route.abort(),
      )
      await page.goto(url + path)
      await readArticle(page)
      await followMenu(page)
    } catch (error) {
      failures.push(`at ${width} px: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await context.close()
    }
  }
  return failures
}

async function readArticle(page: Page): Promise<void> {
  const paragraphs = await page.locator('#article-body p').all()
  const shown = await Promise.all(paragraphs.map((paragraph) => paragraph.isVisible()))
  if (shown.length < MIN_PARAGRAPHS || shown.includes(false)) {
    throw new Error('the text of the article does not show')
  }
}

/** Opens the menu, a group and a link, each with a click, as a reader would. */
async function followMenu(page: Page): Promise<void> {
  await page.locator('header .menu-button').click()
  const group = page.locator('header details').first()
  await group.locator('> summary').click()
  // Links to topics are in a group of their own, which is closed.
  const link = group.locator('> ul > li > a').first()
  const href = await link.getAttribute('href')
  await link.click()
  if (new URL(page.url()).pathname !== href) {
    throw new Error(`the menu leads to ${page.url()}, and not to ${href}`)
  }
}

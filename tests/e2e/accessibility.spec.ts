import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser.ts'
import { PAGE_KINDS } from '../support/page-paths.ts'

let browser: Browser
let axe: string
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(() => browser.close())

interface Violation {
  id: string
  nodes: { html: string }[]
}

describe.each(['light', 'dark'] as const)('in %s colours axe finds nothing on', (colorScheme) => {
  test.each(Object.entries(PAGE_KINDS))('%s', async (_kind, path) => {
    // Only this test brings a script of its own, which the site's policy rightly refuses.
    const { page, close } = await openPage(browser, { colorScheme, bypassCSP: true })
    await page.goto(url + path)
    await page.waitForSelector('html[data-hydrated="true"]', { state: 'attached' })
    await page.evaluate(axe)
    const violations: Violation[] = await page.evaluate(
      'axe.run().then(({ violations }) => violations)',
    )

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await close()
  })
})

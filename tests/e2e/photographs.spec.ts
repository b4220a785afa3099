import { createHash } from 'node:crypto'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ShownPicture } from '../../services/content/library/picture.ts'
import { renderMarkdown } from '../../services/content/markdown/render-markdown.ts'
import { showPictures } from '../../services/content/pages/show-pictures.ts'
import { makeRenditions } from '../../services/content/rasters/make-renditions.ts'
import { picturePath } from '../../services/shared/addresses/picture-address.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { drawScreenshot } from '../support/content/rasters.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'
import { buildArticle } from '../support/pages/page-builders.ts'

let browser: Browser
const { url } = inject('site')
/** The files that the site would answer with, by address. */
const files = new Map<string, Buffer>()
const shown = new Map<string, ShownPicture>()

beforeAll(async () => {
  browser = await launchBrowser()
  await keep('bank', await drawScreenshot({ width: 2_400, height: 1_500 }))
  await keep('bank.dark', await drawScreenshot({ width: 2_400, height: 1_500 }, { dark: true }))
  await keep('small', await drawScreenshot({ width: 200, height: 100 }))
})
afterAll(() => browser.close())

async function keep(name: string, bytes: Buffer) {
  const renditions = await makeRenditions(bytes, 'picture')
  const forms = renditions.map((rendition) => {
    const sha256 = createHash('sha256').update(rendition.bytes).digest('hex')
    files.set(picturePath({ name, sha256, format: rendition.format }), rendition.bytes)
    return { format: rendition.format, width: rendition.width, sha256 }
  })
  const [width, height] = name === 'small' ? [200, 100] : [2_400, 1_500]
  shown.set(name, { name, width, height, forms })
}

/** What browsers know of an image. */
interface Image {
  complete: boolean
  naturalWidth: number
  currentSrc: string
  getBoundingClientRect(): { width: number }
  closest(selector: string): Image | null
}

const isLoaded = (image: Image) => image.complete && image.naturalWidth > 0

async function openPhotographs(options: Parameters<typeof openPage>[1]) {
  const markdown = `Words.

![A bank](/pictures/bank.png "The bank. — Screenshot: Test")

![A coin](/pictures/small.png "The coin. — Photo: Test")
`
  const model = buildArticle({
    slug: 'an-article-with-photographs',
    bodyHtml: showPictures(renderMarkdown(markdown, 'Banks', 'en_US').html, shown),
  })
  const watched = await openPage(browser, { serviceWorkers: 'block', ...options })
  const { page } = watched
  const asked: string[] = []
  await page.route(`${url}/pictures/**`, (route) => {
    const address = new URL(route.request().url()).pathname
    asked.push(address)
    const body = files.get(address)
    return route.fulfill(body ? { body, contentType: 'image/avif' } : { status: 404 })
  })
  await page.addInitScript(
    'window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true })',
  )
  await serveMadePage(page, url, model)
  await page.goto(url + model.path)
  for (const name of ['A bank', 'A coin']) {
    const image = page.getByRole('img', { name })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate(isLoaded)).toBe(true)
  }
  return { ...watched, asked }
}

describe('a photograph', () => {
  test.each([
    { width: 320, scale: 1, wanted: 560 },
    { width: 360, scale: 2, wanted: 800 },
    { width: 360, scale: 3, wanted: 1_120 },
    { width: 768, scale: 1, wanted: 560 },
    { width: 1_280, scale: 1, wanted: 560 },
    { width: 1_280, scale: 2, wanted: 1_120 },
  ])(
    'is loaded once, $wanted pixels wide, in a window of $width with $scale pixels a point, and moves nothing',
    async ({ width, scale, wanted }) => {
      const { page, asked, complaints, close } = await openPhotographs({
        viewport: { width, height: 740 },
        deviceScaleFactor: scale,
      })
      const bank = page.getByRole('img', { name: 'A bank' })
      const forms = shown.get('bank')?.forms ?? []
      const form = forms.find((one) => one.format === 'avif' && one.width === wanted)
      expect(asked.filter((address) => address.startsWith('/pictures/bank'))).toEqual([
        form && picturePath({ name: 'bank', ...form }),
      ])
      // What `sizes` says is the natural width of an image with a choice of files.
      const [said, real, column] = await bank.evaluate((image: Image) => [
        image.naturalWidth,
        image.getBoundingClientRect().width,
        image.closest('figure')?.getBoundingClientRect().width,
      ])
      expect(real).toBe(column)
      expect(said).toBeGreaterThanOrEqual(Number(real) - 1)
      expect(said).toBeLessThanOrEqual(Number(real) + 8)
      const coin = await page.getByRole('img', { name: 'A coin' }).boundingBox()
      expect([coin?.width, coin?.height]).toEqual([200, 100])
      expect(await page.evaluate('shifts.reduce((sum, { value }) => sum + value, 0)')).toBe(0)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('is another in the dark, and the one for the day on paper', async () => {
    const { page, asked, close } = await openPhotographs({
      viewport: { width: 1_280, height: 800 },
      colorScheme: 'dark',
    })
    const address = () =>
      page
        .getByRole('img', { name: 'A bank' })
        .evaluate((image: Image) => new URL(image.currentSrc).pathname)
    expect(await address()).toMatch(/^\/pictures\/bank--dark-[0-9a-f]{12}\.avif$/)
    expect(asked.filter((one) => one.startsWith('/pictures/bank'))).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(address).toMatch(/^\/pictures\/bank-[0-9a-f]{12}\.avif$/)
    await close()
  })
})

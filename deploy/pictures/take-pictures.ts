import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import chromiumPackage from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright'
import { PICTURES, type Screenshot } from './pictures.ts'

// Takes the pictures in this folder from a running site with the content of this repository:
//
//   npm start
//   node_modules/.bin/node deploy/pictures/take-pictures.ts http://127.0.0.1:8080 [NAME…]
//
// Each picture is a sheet: a phone and a desktop window, both in light and in dark colours. Names
// select pictures. CHROMIUM_PATH is the path of a browser to use instead of the one from npm.

const WINDOWS = [
  { width: 360, height: 1080, scale: 0.7 },
  { width: 1280, height: 1680, scale: 0.45 },
] as const
const COLOURS = ['light', 'dark'] as const
const GAP = 20
const MAX_BYTES = 150 * 1024
/** Tried from best to worst until the sheet is small enough. */
const QUALITIES = [0.86, 0.8, 0.74, 0.68, 0.6, 0.5]
const TIMEOUT_MS = 20_000

interface Shot {
  png: string
  width: number
}

/** A function that runs in the browser: draws the shots side by side and returns a data URL. */
const DRAW = `async ({ shots, GAP, quality }) => {
  const images = await Promise.all(shots.map(async ({ png, width }) => {
    const image = new Image()
    image.src = 'data:image/png;base64,' + png
    await image.decode()
    return { image, width, height: Math.round((image.height * width) / image.width) }
  }))
  const canvas = document.createElement('canvas')
  canvas.width = GAP + images.reduce((sum, { width }) => sum + width + GAP, 0)
  canvas.height = 2 * GAP + Math.max(...images.map(({ height }) => height))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#8a9690'
  context.fillRect(0, 0, canvas.width, canvas.height)
  let left = GAP
  for (const { image, width, height } of images) {
    context.drawImage(image, left, GAP, width, height)
    left += width + GAP
  }
  return canvas.toDataURL('image/webp', quality)
}`

const [, , address, ...names] = process.argv
if (!address || !URL.canParse(address)) {
  throw new Error('Give the address of the site: take-pictures.ts http://127.0.0.1:8080 [NAME…]')
}
const unknown = names.filter((name) => !PICTURES.some((picture) => picture.name === name))
if (unknown.length > 0) throw new Error(`There is no picture named ${unknown.join(', ')}`)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromiumPackage.executablePath()),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  for (const picture of PICTURES) {
    if (names.length > 0 && !names.includes(picture.name)) continue
    const webp = await takeSheet(browser, new URL(picture.path, address), picture)
    await writeFile(path.join(import.meta.dirname, `${picture.name}.webp`), webp)
    process.stdout.write(`${picture.name}.webp: ${Math.ceil(webp.length / 1024)} KiB\n`)
  }
} finally {
  await browser.close()
}

async function takeSheet(from: Browser, url: URL, picture: Screenshot): Promise<Buffer> {
  const shots: Shot[] = []
  for (const { width, height, scale } of WINDOWS) {
    for (const colorScheme of COLOURS) {
      // With reduced motion, no picture shows an unfinished animation.
      const context = await from.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(TIMEOUT_MS)
      const page = await context.newPage()
      await page.goto(url.href)
      if (!picture.needsNoScript) await untilHydrated(page)
      await picture.prepare?.(page)
      const png = (await page.screenshot()).toString('base64')
      shots.push({ png, width: Math.round(width * scale) })
      await context.close()
    }
  }
  return await joinShots(from, shots)
}

async function untilHydrated(page: Page): Promise<void> {
  // A sign of a reader loads React immediately.
  await page.evaluate("dispatchEvent(new Event('pointermove'))")
  await page.waitForSelector('html[data-hydrated="true"]', { state: 'attached' })
}

/** Draws the shots side by side; the browser also encodes the image. */
async function joinShots(from: Browser, shots: readonly Shot[]): Promise<Buffer> {
  const page = await from.newPage()
  for (const quality of QUALITIES) {
    const url: string = await page.evaluate(`(${DRAW})(${JSON.stringify({ shots, GAP, quality })})`)
    const webp = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    if (webp.length > MAX_BYTES) continue
    await page.close()
    return webp
  }
  throw new Error(`The sheet is larger than ${MAX_BYTES} bytes at the lowest quality`)
}

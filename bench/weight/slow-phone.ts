import type { Browser, CDPSession } from 'playwright'
import { untilHydrated } from '../../tests/support/browser/until-hydrated.ts'
import { LIVELY_READER } from '../../tests/support/site/lively-reader.ts'
import { percentile } from '../support/percentile.ts'

/** Times of a visit, in milliseconds from its start; the layout shift has no unit. */
export interface Visit {
  firstPaint: number
  largestPaint: number
  /** React has taken over. */
  hydrated: number
  /** What tasks between the first paint and hydration took beyond 50 ms each. */
  blocked: number
  layoutShift: number
}

const VISITS = 5
export const VISIT_MS = 60_000
/** Paints and layout shifts may be reported late. */
const SETTLE_MS = 1_000
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true }
const CPU_SLOWDOWN = 4

/** Lighthouse's slow 4G, throttled by the browser itself: 150 ms and 1.6 Mbit/s. */
const BITS_PER_BYTE = 8
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1_638_400 * 0.9) / BITS_PER_BYTE,
  uploadThroughput: (750_000 * 0.9) / BITS_PER_BYTE,
}

const WATCH = `{
  globalThis.watched = { shift: 0, paint: 0, tasks: [] }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take))
      .observe({ type, buffered: true })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) watched.shift += value
  })
  watch('largest-contentful-paint', ({ startTime }) => { watched.paint = startTime })
  watch('longtask', ({ startTime, duration }) => watched.tasks.push([startTime, duration]))
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => { watched.hydrated ??= performance.now() })
      .observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
  })
}`

const COLLECT = `(() => {
  const { shift, paint, tasks, hydrated } = watched
  const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
  return {
    firstPaint: firstPaint.startTime,
    largestPaint: paint,
    hydrated,
    blocked: tasks
      .filter(([start]) => start > firstPaint.startTime && start < hydrated)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
    layoutShift: shift,
  }
})()`

/** Medians of several first visits by a cheap phone on a slow line; of the shift, the most. */
export async function visitOnSlowPhone(browser: Browser, address: string): Promise<Visit> {
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count++) visits.push(await visit(browser, address))
  const median = (name: keyof Visit) =>
    percentile(
      visits.map((one) => one[name]),
      0.5,
    )
  return {
    firstPaint: median('firstPaint'),
    largestPaint: median('largestPaint'),
    hydrated: median('hydrated'),
    blocked: median('blocked'),
    layoutShift: Math.max(...visits.map(({ layoutShift }) => layoutShift)),
  }
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(VISIT_MS)
    await page.addInitScript(WATCH)
    await page.addInitScript(LIVELY_READER)
    await slowDown(await context.newCDPSession(page))
    await page.goto(address, { timeout: VISIT_MS })
    await untilHydrated(page)
    await page.waitForTimeout(SETTLE_MS)
    return await page.evaluate<Visit>(COLLECT)
  } finally {
    await context.close()
  }
}

/** Throttles a page's CPU and network to those of a cheap phone. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

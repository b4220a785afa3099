import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { browserEnv, prepareBrowser } from '../../tests/support/browser/prepare-browser.ts'
import { until } from '../../tests/support/machine/until.ts'
import { PAGE_KINDS } from '../../tests/support/site/page-paths.ts'
import { freePort, type RunningSite, runSite } from '../../tests/support/site/run-site.ts'
import {
  type BenchOptions,
  type BenchReport,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { clickOnSlowPhone } from './click-on-phone.ts'
import { judgePages } from './judge-pages.ts'
import { findLighthouse } from './lighthouse.ts'
import type { Part } from './report-part.ts'
import { visitOnSlowPhone } from './slow-phone.ts'
import { weighPage } from './weigh-page.ts'
import { readWithoutScript } from './without-script.ts'

const ARTICLE = PAGE_KINDS.article
const FILL_MS = 120_000
/** The worker looks for more to do at least this often. */
const QUIET_MS = 6_000

/**
 * What a page costs a reader: bytes, requests, and the time of a cheap phone on a slow line. Figures
 * are those of the whole site as `npm start` runs it.
 */
export async function benchWeight({ say, signal }: BenchOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-weight-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))

  await ensureWebBuild(say)
  const program = await prepareBrowser()
  const { executablePath, args, env } = program
  const browser = await chromium.launch({ executablePath, args, env: browserEnv(env) })
  cleanUp.defer(() => browser.close())
  const lighthouse = await findLighthouse({ browser: program, folder, signal })
  const machine = machineFacts({
    Chromium: browser.version(),
    ...(lighthouse && { Lighthouse: lighthouse.version }),
  })

  say('starting the site')
  const site = await startSite(folder)
  cleanUp.defer(async () => {
    await site.stop()
  })
  await untilAllMade(site, signal)

  say('weighing an article')
  const parts = [await weighPage(browser, site.url, ARTICLE)]
  signal.throwIfAborted()
  parts.push(await readPlainly(browser, site.url))
  signal.throwIfAborted()
  say('visiting it with a slow phone')
  parts.push(await visit(browser, site.url))
  signal.throwIfAborted()
  say('clicking on it')
  parts.push(await clickOn(browser, site.url))
  // Lighthouse starts one of its own.
  await browser.close()
  if (lighthouse) parts.push(await judgePages(lighthouse, site.url, say))
  else parts.push({ rows: [], limits: [], notes: [NO_LIGHTHOUSE] })

  return {
    bench: 'weight',
    date,
    machine,
    peer: null,
    rows: parts.flatMap(({ rows }) => rows),
    limits: parts.flatMap(({ limits }) => limits),
    notes: parts.flatMap(({ notes }) => notes),
  }
}

const NO_LIGHTHOUSE =
  'Left out: Lighthouse is not installed. `npm install --global lighthouse`, or name its program in LIGHTHOUSE_BIN.'

async function startSite(folder: string): Promise<RunningSite> {
  const [port, contentPort, workerPort] = [await freePort(), await freePort(), await freePort()]
  return runSite({
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    CONTENT_PORT: String(contentPort),
    WORKER_PORT: String(workerPort),
  })
}

/** Pages that are being made in the background would slow down those that are measured. */
async function untilAllMade({ opsUrls }: RunningSite, signal: AbortSignal): Promise<void> {
  let made = 0
  let newestAt = Date.now()
  await until('all pages are made', { timeoutMs: FILL_MS, signal, pauseMs: 250 }, async () => {
    const answer = await fetch(`${opsUrls.worker}/metrics`, {
      signal: AbortSignal.timeout(5_000),
    })
    const before = made
    const counts = (await answer.text()).matchAll(/^finlore_rebuild_made_pages_total.* (\d+)$/gm)
    made = [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    if (made > before) newestAt = Date.now()
    return made > 0 && Date.now() - newestAt > QUIET_MS
  })
}

async function readPlainly(browser: Browser, url: string): Promise<Part> {
  const failures = await readWithoutScript(browser, url, ARTICLE)
  return {
    rows: [],
    limits: [
      {
        name: 'reading and following the menu with HTML and CSS alone',
        unit: 'faults',
        value: failures.length,
        kind: 'at most',
        bound: 0,
      },
    ],
    notes: failures.map((failure) => `With HTML and CSS alone, ${failure}`),
  }
}

async function visit(browser: Browser, url: string): Promise<Part> {
  const seen = await visitOnSlowPhone(browser, url + ARTICLE)
  const row = (name: string, value: number, unit = 'ms') =>
    benchRow(`slow phone: ${name}`, unit, value)
  return {
    rows: [
      row('first paint', seen.firstPaint),
      row('largest paint', seen.largestPaint),
      row('React has taken over', seen.hydrated),
      row('blocked by long tasks', seen.blocked),
      row('layout shift, most', seen.layoutShift, ''),
    ],
    limits: [
      {
        name: 'slow phone: layout shift',
        unit: '',
        value: seen.layoutShift,
        kind: 'at most',
        bound: 0,
      },
    ],
    notes: ['Slow phone: processor slowed down 4 times, 150 ms and 1.6 Mbit/s as in Lighthouse.'],
  }
}

async function clickOn(browser: Browser, url: string): Promise<Part> {
  const { prefetched, asked } = await clickOnSlowPhone(browser, url)
  const name = 'slow phone: click on a prefetched link, to the paint of its page'
  return {
    rows: [
      benchRow(name, 'ms', prefetched),
      benchRow('slow phone: click on any other link', 'ms', asked),
    ],
    limits: [{ name, unit: 'ms', value: prefetched, kind: 'at most', bound: 100 }],
    notes: ['A round trip of the slow phone takes 563 ms.'],
  }
}

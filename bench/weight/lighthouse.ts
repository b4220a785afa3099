import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BrowserProgram, browserEnv } from '../../tests/support/browser/prepare-browser.ts'
import { percentile } from '../support/percentile.ts'

const PAGE_MS = 120_000
const FIND_MS = 20_000
/** Its timings differ between runs. */
const RUNS = 3
/** On a busy machine its browser may start late, and it asks to be run again. */
const TRIES = 4
const PAUSE_MS = 2_000
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

export interface LighthouseVerdict {
  /** From 0 to 100; the median of the runs. */
  scores: Record<Category, number>
  layoutShift: number
  /** Total blocking time, ms. */
  blocked: number
  /** Scored audits that failed in the last run, with their messages; or why there is no result. */
  failed: string[]
}

/** The part of its report that is read here. */
interface LighthouseReport {
  categories: Record<
    Category,
    { score: number | null; auditRefs: readonly { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; numericValue?: number }
  >
}

export interface Lighthouse {
  version: string
  /**
   * Runs the mobile preset with simulated throttling. A page that it cannot judge has no figures.
   *
   * @param skip ids of audits
   * @throws the signal's reason
   */
  judge(address: string, options: { skip: readonly string[] }): Promise<LighthouseVerdict>
}

export interface LighthouseOptions {
  browser: BrowserProgram
  /** Gets its reports; must exist. */
  folder: string
  signal: AbortSignal
}

/** @returns undefined where it is not installed; `LIGHTHOUSE_BIN` names one outside PATH */
export async function findLighthouse({
  browser,
  folder,
  signal,
}: LighthouseOptions): Promise<Lighthouse | undefined> {
  const program = process.env.LIGHTHOUSE_BIN ?? 'lighthouse'
  const env = { ...browserEnv(browser.env), CHROME_PATH: browser.executablePath }
  const run = (args: readonly string[], timeout: number) =>
    promisify(execFile)(program, args, { env, signal, timeout, killSignal: 'SIGKILL' })

  const version = await run(['--version'], FIND_MS).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => {
      // A Lighthouse that was named must work.
      if (process.env.LIGHTHOUSE_BIN) throw error
      return undefined
    },
  )
  if (!version) return undefined

  async function runOnce(
    address: string,
    file: string,
    skip: readonly string[],
  ): Promise<LighthouseReport> {
    const args = [
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      ...skip.map((audit) => `--skip-audits=${audit}`),
      `--chrome-flags=${['--headless', ...browser.args].join(' ')}`,
    ]
    for (let left = TRIES - 1; ; left--) {
      try {
        await run(args, PAGE_MS)
        return JSON.parse(await readFile(file, 'utf8'))
      } catch (error) {
        signal.throwIfAborted()
        if (left === 0) throw error
        await sleep(PAUSE_MS)
      }
    }
  }

  return {
    version,
    async judge(address, { skip }) {
      const reports: LighthouseReport[] = []
      try {
        for (let turn = 0; turn < RUNS; turn++) {
          reports.push(await runOnce(address, path.join(folder, `lighthouse-${turn}.json`), skip))
        }
      } catch (error) {
        signal.throwIfAborted()
        return unjudged(String(error))
      }
      return summarize(reports)
    },
  }
}

const unjudged = (reason: string): LighthouseVerdict => ({
  scores: {
    performance: Number.NaN,
    accessibility: Number.NaN,
    'best-practices': Number.NaN,
    seo: Number.NaN,
  },
  layoutShift: Number.NaN,
  blocked: Number.NaN,
  failed: [reason],
})

function summarize(reports: readonly LighthouseReport[]): LighthouseVerdict {
  const median = (read: (report: LighthouseReport) => number | null | undefined) =>
    percentile(
      reports.map((report) => read(report) ?? Number.NaN),
      0.5,
    )
  const score = (category: Category) =>
    Math.round(100 * median(({ categories }) => categories[category].score))
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    layoutShift: median(({ audits }) => audits['cumulative-layout-shift']?.numericValue),
    blocked: median(({ audits }) => audits['total-blocking-time']?.numericValue),
    failed: reports.slice(-1).flatMap(listFailed),
  }
}

function listFailed({ categories, audits }: LighthouseReport): string[] {
  return CATEGORIES.flatMap((category) =>
    categories[category].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
      const detail = audit.displayValue ? ` (${audit.displayValue})` : ''
      return [`${category}: ${id}: ${audit.title}${detail}`]
    }),
  )
}

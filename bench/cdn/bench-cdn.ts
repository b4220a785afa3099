import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { openCorpus } from '../../tests/support/content/corpus.ts'
import { hasVarnish } from '../../tests/support/servers/cache-server.ts'
import { hasNginx } from '../../tests/support/servers/nginx-server.ts'
import {
  type BenchLimit,
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import { type CdnSite, startCdnSite } from './cdn-site.ts'
import { type CdnLoad, type CdnTimes, measureCdn } from './measure-cdn.ts'

export interface CdnBenchOptions extends BenchOptions {
  articles?: number
  /** How many, with and without purges. */
  edits: number
  /** How long the cache cannot be purged. */
  minutes: number
}

const ARTICLES = 2_000
const EDITS_PER_SECOND = 5
const READERS = 8
/** What pages take to be read once, so that neither part begins with an empty cache. */
const WARM_EDITS = 25
const OUTAGE_MS = 10_000
/** Until what was edited last is purged for the second time, and read again. */
const SETTLED_MS = 25_000

/**
 * Edits under load behind Varnish, without and with purges: how soon readers see them, how many answers
 * the cache has, and how many requests are left for the site. Then purges are cut off for some minutes,
 * and at last the site itself.
 *
 * @throws {Error} when nginx or Varnish is not installed, or a step fails; everything is stopped
 */
export async function benchCdn({
  articles = ARTICLES,
  edits,
  minutes,
  say,
  signal,
}: CdnBenchOptions): Promise<BenchReport> {
  if (!hasVarnish() || !hasNginx()) throw new Error('This bench needs Varnish and nginx')
  const date = new Date().toISOString()
  const machine = machineFacts()
  await ensureWebBuild(say)
  const corpus = await openCorpus()
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-bench-'))
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    const cdn = await startCdnSite({ corpus, articles, folder, signal }, cleanUp)
    const load = {
      ...{ corpus, articles, edits, signal, marks: { last: 0 } },
      ...{ editsPerSecond: EDITS_PER_SECOND, readers: READERS },
    }
    await cdn.startWorker(false)
    await measureCdn(cdn, { ...load, edits: WARM_EDITS })
    say(`${edits} edits, and pages are kept for two seconds`)
    const before = await measureCdn(cdn, load)
    await cdn.startWorker(true)
    await cdn.untilKept()
    await measureCdn(cdn, { ...load, edits: WARM_EDITS })
    say(`${edits} edits, and pages are kept until they are purged`)
    const purged = await measureCdn(cdn, load)
    say(`no purge arrives for ${minutes} minutes`)
    const cut = await measureCut(cdn, load, minutes)
    say('the site is away')
    const away = await measureOutage(cdn, load)
    return {
      bench: 'cdn',
      date,
      machine,
      peer: null,
      rows: [
        ...rowsOf('kept for 2 s', before),
        ...rowsOf('purged', purged),
        benchRow(`edit seen after ${minutes} minutes without purges, at most`, 's', cut / 1_000),
        benchRow('answers while the site was away', 'requests', away.answers),
        benchRow('failed while the site was away', 'requests', away.failed),
      ],
      limits: limitsOf(purged, cut),
      notes: [
        `${articles} articles; ${EDITS_PER_SECOND} edits a second of 50 articles, which are half of what ${READERS} readers request. Varnish, nginx, load and site share the cores.`,
      ],
    }
  } finally {
    await cleanUp.run()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns milliseconds from the first purge that arrives until the last edit is seen */
async function measureCut(cdn: CdnSite, load: CdnLoad, minutes: number): Promise<number> {
  await cdn.purges.cut()
  const cutAt = performance.now()
  let mendedAt = Number.NaN
  const mending = sleep(minutes * 60_000, undefined, { signal: load.signal }).then(async () => {
    await cdn.purges.mend()
    mendedAt = performance.now()
  })
  // The last of them are sent shortly before the cache can be purged again.
  const perSecond = Math.min(EDITS_PER_SECOND, load.edits / (minutes * 60))
  const edits = Math.max(1, Math.floor(minutes * 60 * perSecond * 0.99))
  const { shown } = await measureCdn(cdn, { ...load, edits, editsPerSecond: perSecond })
  await mending
  const sentAt = shown.map((_, at) => cutAt + ((at + 1) * 1_000) / perSecond)
  const seenAfterMs = shown.map((ms, at) => (sentAt[at] ?? 0) + ms - mendedAt)
  return Math.max(0, ...seenAfterMs)
}

/** Readers of a site that is away: pages that the cache has are shown. */
async function measureOutage(cdn: CdnSite, load: CdnLoad): Promise<CdnTimes> {
  await cdn.untilKept()
  const settled = sleep(SETTLED_MS, undefined, { signal: load.signal })
  await measureCdn(cdn, { ...load, edits: 0, until: settled })
  const ended = sleep(OUTAGE_MS, undefined, { signal: load.signal })
  await cdn.origin.cut()
  const away = measureCdn(cdn, { ...load, edits: 0, until: ended })
  await ended
  await cdn.origin.mend()
  return away
}

const staleAfter = ({ stale }: CdnTimes, ms: number) => stale.filter((age) => age > ms).length

const rowsOf = (name: string, times: CdnTimes): BenchRow[] => [
  benchRow(`edit seen, median, ${name}`, 'ms', percentile(times.shown, 0.5)),
  benchRow(`edit seen, p99, ${name}`, 'ms', percentile(times.shown, 0.99)),
  benchRow(`of it, p99 until the site itself had it, ${name}`, 'ms', percentile(times.made, 0.99)),
  benchRow(`answers, ${name}`, 'requests/s', times.answers / times.seconds),
  benchRow(`answered by the cache, ${name}`, '%', (100 * times.hits) / times.answers),
  benchRow(`requests to the site, ${name}`, 'requests/s', times.fetches / times.seconds),
  benchRow(`stale answers later than 2 s, ${name}`, 'requests', staleAfter(times, 2_000)),
  benchRow(`oldest stale answer, ${name}`, 's', Math.max(0, ...times.stale) / 1_000),
  benchRow(`failed, ${name}`, 'requests', times.failed),
]

const limitsOf = (purged: CdnTimes, cutMs: number): BenchLimit[] => [
  {
    name: 'edit seen through a cache that is purged, p99',
    unit: 'ms',
    value: percentile(purged.shown, 0.99),
    kind: 'at most',
    bound: 2_000,
  },
  {
    name: 'answers of such a cache that were stale for longer than 2 s',
    unit: '%',
    value: (100 * staleAfter(purged, 2_000)) / purged.answers,
    kind: 'at most',
    bound: 1,
  },
  { name: 'failed answers', unit: 'requests', value: purged.failed, kind: 'at most', bound: 0 },
  {
    name: 'edits seen after purges arrive again',
    unit: 's',
    value: cutMs / 1_000,
    kind: 'at most',
    bound: 60,
  },
]

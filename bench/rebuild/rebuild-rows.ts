import type { Usage } from '../../tests/support/machine/processes.ts'
import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import type { EditInARow, EditTimes } from './edit-latency.ts'
import type { HugoBuild } from './hugo-site.ts'

const MEGABYTE = 1e6

/** What was measured of one site. */
export interface SiteFigures {
  imported: { seconds: number; usage: Usage }
  fill: FillFigures
  edits: readonly EditTimes[]
  published: readonly EditTimes[]
  /** New articles, by how many editors save some at the same time. */
  savedPerSecond: ReadonlyMap<number, number>
  start: StartFigures
  hugo?: HugoFigures
}

/** Edits of the site that `npm start` runs. */
export interface StartFigures {
  edits: readonly EditTimes[]
  /** One right after the other, of the text, and of title and text, in turns. */
  inARow: Readonly<Record<'text' | 'title', readonly EditInARow[]>>
}

/** A full rebuild. */
export interface FillFigures {
  seconds: number
  pages: number
  /** Of HTML and data together. */
  bytes: number
  cpuSeconds: { content: number; worker: number; Postgres: number }
  peakBytes: { content: number; worker: number }
}

/** Right before and right after our full rebuild, because the machine's speed may change. */
export interface HugoFigures {
  before: HugoBuilds
  after: HugoBuilds
}

export interface HugoBuilds {
  html: HugoBuild
  withData: HugoBuild
}

export function rowsOfSite(
  articles: number,
  { imported, fill, edits, published, savedPerSecond, start, hugo }: SiteFigures,
): BenchRow[] {
  const row = (name: string, unit: string, value: number, peer?: number) =>
    benchRow(`${articles.toLocaleString('en-US')} articles: ${name}`, unit, value, peer)
  const html = hugo && meanBuild(hugo.before.html, hugo.after.html)
  const withData = hugo && meanBuild(hugo.before.withData, hugo.after.withData)
  const cpuTotal = cpuSecondsOf(fill)
  const editRows = (what: string, times: readonly EditTimes[]) => {
    const readers = times.map(({ readerMs }) => readerMs)
    const answers = times.map(({ answerMs }) => answerMs)
    const pages = times.map(({ made }) => made.pages)
    const files = times.map(({ made }) => made.files)
    return [
      row(`${what}, sent to answered, median`, 'ms', percentile(answers, 0.5)),
      row(`${what}, sent to first reader, median`, 'ms', percentile(readers, 0.5)),
      row(`${what}, sent to first reader, 99th percentile`, 'ms', percentile(readers, 0.99)),
      row(`${what}, pages made anew, mean`, 'pages', mean(pages)),
      row(`${what}, pages made anew, most`, 'pages', Math.max(...pages)),
      row(`${what}, files of feeds and site map made anew, most`, 'files', Math.max(...files)),
    ]
  }
  return [
    row('import', 's', imported.seconds),
    row('import, CPU', 's', imported.usage.cpuSeconds),
    row('import, memory', 'MB', imported.usage.peakBytes / MEGABYTE),
    row('pages', 'pages', fill.pages, html?.pages),
    row('full rebuild', 's', fill.seconds, html?.seconds),
    row('full rebuild, page data in both', 's', fill.seconds, withData?.seconds),
    ...Object.entries(hugo ?? {}).flatMap(([when, builds]) => [
      row(`full rebuild, Hugo ${when}`, 's', fill.seconds, builds.html.seconds),
      row(
        `full rebuild, page data in both, Hugo ${when}`,
        's',
        fill.seconds,
        builds.withData.seconds,
      ),
    ]),
    row(
      'full rebuild, speed',
      'pages/s',
      fill.pages / fill.seconds,
      html && html.pages / html.seconds,
    ),
    row('full rebuild, CPU', 's', cpuTotal, html?.usage.cpuSeconds),
    ...Object.entries(fill.cpuSeconds).map(([name, seconds]) =>
      row(`full rebuild, CPU of ${name}`, 's', seconds),
    ),
    row(
      'full rebuild, memory of worker',
      'MB',
      fill.peakBytes.worker / MEGABYTE,
      html && html.usage.peakBytes / MEGABYTE,
    ),
    row('full rebuild, memory of content', 'MB', fill.peakBytes.content / MEGABYTE),
    row(
      'pages and their data, uncompressed',
      'MB',
      fill.bytes / MEGABYTE,
      withData && withData.bytes / MEGABYTE,
    ),
    ...editRows('edit', edits),
    ...editRows('new article', published),
    ...[...savedPerSecond].map(([editors, count]) =>
      row(`new articles saved, editors at once: ${editors}`, 'articles/s', count),
    ),
    ...editRows('npm start, edit', start.edits),
    ...inARow(start).map(([name, ms]) => row(`npm start, ${name}`, 'ms', ms)),
  ]
}

/** Figures of edits in a row, by name. */
function inARow(start: StartFigures): [name: string, ms: number][] {
  const found = finds(start)
  return [
    ...Object.entries(start.inARow).flatMap(([kind, times]): [string, number][] => [
      [`${kind} in a row, sent to answered, median`, medianOf(times, answered)],
      [`${kind} in a row, sent to first reader, median`, medianOf(times, read)],
      [
        `${kind} in a row, sent to first reader, 99th percentile`,
        percentile(times.map(read), 0.99),
      ],
    ]),
    ['title in a row, sent to found, median', percentile(found, 0.5)],
    ['title in a row, sent to found, 99th percentile', percentile(found, 0.99)],
  ]
}

const answered = ({ answerMs }: EditInARow) => answerMs
const read = ({ readerMs }: EditInARow) => readerMs
const medianOf = (times: readonly EditInARow[], ms: (edit: EditInARow) => number) =>
  percentile(times.map(ms), 0.5)
const finds = ({ inARow }: StartFigures) => inARow.title.flatMap(({ foundMs }) => foundMs ?? [])
const cpuSecondsOf = ({ cpuSeconds }: FillFigures) =>
  Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0)

/** Of a site that is large enough for its rebuild to be told from a start. */
const REBUILT = 10_000

/** What the figures of a site have to keep to. */
export function limitsOfSite(articles: number, { fill, start, hugo }: SiteFigures): BenchLimit[] {
  const atMost = (name: string, unit: string, value: number, bound: number): BenchLimit => ({
    name: `${articles.toLocaleString('en-US')} articles: ${name}`,
    unit,
    value,
    kind: 'at most',
    bound,
  })
  const ofEdits = Object.entries(start.inARow).flatMap(([kind, times]) => [
    atMost(
      `npm start, ${kind} in a row, on its page, median`,
      'times the answer',
      medianOf(times, read) / medianOf(times, answered),
      2,
    ),
    atMost(
      `npm start, ${kind} in a row, on its page, 99th percentile`,
      'ms',
      percentile(times.map(read), 0.99),
      150,
    ),
  ])
  const ofRebuild = [
    atMost('full rebuild, CPU a page', 'ms', (1_000 * cpuSecondsOf(fill)) / fill.pages, 1.6),
    ...(hugo
      ? [
          atMost(
            'full rebuild, time',
            'times that of Hugo',
            fill.seconds / meanBuild(hugo.before.html, hugo.after.html).seconds,
            0.75,
          ),
        ]
      : []),
  ]
  return [
    ...ofEdits,
    atMost('npm start, title in a row, found, median', 'ms', percentile(finds(start), 0.5), 100),
    ...(articles >= REBUILT ? ofRebuild : []),
  ]
}

/** The mean of two builds, as one build. */
function meanBuild(one: HugoBuild, other: HugoBuild): HugoBuild {
  return {
    ...one,
    seconds: mean([one.seconds, other.seconds]),
    usage: {
      cpuSeconds: mean([one.usage.cpuSeconds, other.usage.cpuSeconds]),
      peakBytes: Math.max(one.usage.peakBytes, other.usage.peakBytes),
    },
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

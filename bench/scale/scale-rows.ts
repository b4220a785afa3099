import { type BenchRow, benchRow } from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import type { ScaleFigures } from './measure-scale.ts'

const MEGABYTE = 1e6

export function rowsOfScale(articles: number, figures: ScaleFigures): BenchRow[] {
  const row = (name: string, unit: string, value: number) =>
    benchRow(`${articles.toLocaleString('en-US')} articles: ${name}`, unit, value)
  const { imported, made, edits, cpuSeconds, peakBytes } = figures
  const times = (name: string, values: readonly number[]) => [
    row(`${name}, median`, 'ms', percentile(values, 0.5)),
    row(`${name}, 99th percentile`, 'ms', percentile(values, 0.99)),
  ]
  const answers = edits.map(({ answerMs }) => answerMs)
  const readers = edits.map(({ readerMs }) => readerMs)
  return [
    row('import', 's', imported.seconds),
    row('import, CPU', 's', imported.usage.cpuSeconds),
    row('import, CPU, Postgres', 's', imported.databaseCpuSeconds),
    row('import, memory', 'MB', imported.usage.peakBytes / MEGABYTE),
    row('database with indexes', 'MB', figures.databaseBytes / MEGABYTE),
    row('search, start until all titles are read', 's', figures.searchStartSeconds),
    ...times('search for a title', figures.searches),
    ...times('page that is not made yet', figures.firstPages),
    row('edits', 'edits', edits.length),
    ...times('edit, sent to answered', answers),
    ...times('edit, sent to first reader', readers),
    row('pages made meanwhile', 'pages', made.pages),
    row('pages made meanwhile, bytes of each', 'kB', made.bytes / made.pages / 1e3),
    row('pages made meanwhile, speed', 'pages/s', made.pages / made.seconds),
    ...Object.entries(cpuSeconds).map(([name, seconds]) =>
      row(`edits and pages, CPU, ${name}`, 's', seconds),
    ),
    ...Object.entries(peakBytes).map(([name, bytes]) =>
      row(`memory, ${name}`, 'MB', bytes / MEGABYTE),
    ),
  ]
}

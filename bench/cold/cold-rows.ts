import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import type { Builds, ColdFigures } from './measure-cold.ts'

const MEGABYTE = 1e6

const KINDS = {
  cold: 'cold',
  unchanged: 'unchanged',
  changed: 'one article changed',
} as const satisfies Record<keyof Builds, string>

export function rowsOfCold(
  articles: number,
  { start, plainPages, pages, pagesAndPictures, hugo }: ColdFigures,
): BenchRow[] {
  const row = (name: string, unit: string, value: number, peer?: number) =>
    benchRow(`${articles.toLocaleString('en-US')} articles: ${name}`, unit, value, peer)
  const rowsOf = (what: string, builds: Builds) =>
    Object.entries(KINDS).flatMap(([key, kind]) => {
      const ours = builds[key as keyof Builds]
      const peer = hugo?.[key as keyof Builds]
      return [
        row(`${what}, ${kind}`, 's', ours.seconds, peer?.seconds),
        row(`${what}, ${kind}, CPU`, 's', ours.usage.cpuSeconds, peer?.usage.cpuSeconds),
        row(`${what}, ${kind}, memory`, 'MB', ours.usage.peakBytes / MEGABYTE),
      ]
    })
  return [
    row('npm start until ready', 's', start.seconds),
    row('npm start until ready, CPU', 's', start.usage.cpuSeconds),
    ...rowsOf('plain pages', plainPages),
    ...rowsOf('pages', pages),
    ...rowsOf('pages and pictures', pagesAndPictures),
  ]
}

/**
 * What a database costs to start counts with few articles. A tenth of each is for packages that are
 * used as they are installed: before, these were 3 and 1.5.
 */
const MAX_TIMES = new Map([
  [1_000, 3.3],
  [10_000, 1.65],
])
const MAX_MEGABYTES = 600

/** The limits of the sizes that have some, against Hugo in the same run. */
export function limitsOfCold(
  articles: number,
  { pages, pagesAndPictures, hugo }: ColdFigures,
): BenchLimit[] {
  const times = MAX_TIMES.get(articles)
  if (times === undefined || !hugo) return []
  const atMost = (name: string, unit: string, value: number, bound: number): BenchLimit => ({
    name: `${articles.toLocaleString('en-US')} articles: ${name}`,
    unit,
    value,
    kind: 'at most',
    bound,
  })
  const ratio = (ours: Builds, kind: keyof Builds) => ours[kind].seconds / hugo[kind].seconds
  const memory = [pages, pagesAndPictures].flatMap((builds) =>
    Object.values(builds).map(({ usage }) => usage.peakBytes / MEGABYTE),
  )
  return [
    atMost('pages, cold', '× Hugo', ratio(pages, 'cold'), times),
    atMost('pages and pictures, cold', '× Hugo', ratio(pagesAndPictures, 'cold'), 2 * times),
    atMost('memory', 'MB', Math.max(...memory), MAX_MEGABYTES),
    ...(articles === 10_000
      ? [atMost('pages, unchanged', '× Hugo', ratio(pages, 'unchanged'), 1)]
      : []),
  ]
}

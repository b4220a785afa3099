import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import { QUERY_KINDS } from './bench-queries.ts'
import type { ContenderFigures } from './contest.ts'
import type { EngineMeasure } from './measure-engine.ts'
import type { ServiceMeasure } from './measure-service.ts'

/** All figures for one number of titles in one language. */
export interface SearchMeasure {
  size: number
  locale: string
  ours: ContenderFigures
  /** Gives the same as ours: the first 20 titles and the total. */
  peer: ContenderFigures
  /** Other engines, each by itself. */
  others: readonly ContenderFigures[]
  peerBuildSeconds: number
  /** By name, seconds. */
  otherBuilds: Readonly<Record<string, number>>
  engine: EngineMeasure
  service: ServiceMeasure
}

const LARGE = 1_000_000

export function rowsOf(measure: SearchMeasure): BenchRow[] {
  const { size, peer, others, engine, service } = measure
  const row = (name: string, unit: string, value: number, peers: number | null = null) =>
    benchRow(`${nameOf(measure)}: ${name}`, unit, value, peers)
  const perTitle = (bytes: number) => bytes / size

  return [
    ...against(measure, peer, ''),
    ...others.flatMap((other) => against(measure, other, `, against ${other.name}`)),
    row('titles built', 'titles/s', engine.titlesPerSecond, size / measure.peerBuildSeconds),
    ...Object.entries(measure.otherBuilds).map(([name, seconds]) =>
      row(`titles built, against ${name}`, 'titles/s', engine.titlesPerSecond, size / seconds),
    ),
    row('longest pause of a build', 'ms', engine.buildPauseMs),
    row('longest pause of a rebuild', 'ms', engine.rebuildPauseMs),
    row('a rebuild after 1,200 edits', 's', engine.rebuildSeconds),
    row('memory of the index', 'bytes/title', perTitle(indexBytes(engine))),
    row('memory that the process keeps', 'bytes/title', perTitle(engine.residentBytes)),
    row('edit until it is found, p50', 'ms', engine.editP50Ms),
    row('edit until it is found, p99', 'ms', engine.editP99Ms),
    row('/api/search, p50', 'ms', service.all.p50),
    row('/api/search, p99', 'ms', service.all.p99),
    row('/api/search with similar titles, p50', 'ms', service.similar.p50),
    row('/api/search with similar titles, p99', 'ms', service.similar.p99),
    row('memory of the search service', 'MB', service.memoryMegabytes),
  ]
}

/** Our times beside those of another engine, by kind of query. */
function against(measure: SearchMeasure, peer: ContenderFigures, suffix: string): BenchRow[] {
  const { ours } = measure
  const pair = (name: string, our: { p50: number; p99: number }, their: typeof our) =>
    (['p50', 'p99'] as const).map((share) =>
      benchRow(`${nameOf(measure)}: ${name}, ${share}${suffix}`, 'ms', our[share], their[share]),
    )
  return [
    ...QUERY_KINDS.flatMap((kind) => pair(kind, ours.kinds[kind], peer.kinds[kind])),
    ...pair('all kinds', ours.all, peer.all),
  ]
}

export function limitsOf(measure: SearchMeasure): BenchLimit[] {
  const { size, ours, peer, engine, service } = measure
  const limit = (
    name: string,
    unit: string,
    value: number,
    kind: BenchLimit['kind'],
    bound: number,
  ): BenchLimit => ({ name: `${nameOf(measure)}: ${name}`, unit, value, kind, bound })
  const isLarge = size >= LARGE

  const always = [
    limit('all kinds, p99', 'ms', ours.all.p99, 'at most', isLarge ? 10 : 3),
    limit('/api/search, p99', 'ms', service.all.p99, 'at most', isLarge ? 20 : 10),
    limit('longest pause of a build', 'ms', engine.buildPauseMs, 'at most', 20),
    limit('longest pause of a rebuild', 'ms', engine.rebuildPauseMs, 'at most', 20),
  ]
  if (!isLarge) return always
  return [
    ...always,
    limit(
      'all kinds, p99, below that of pg_trgm',
      '×',
      peer.all.p99 / ours.all.p99,
      'at least',
      10,
    ),
    ...QUERY_KINDS.map((kind) =>
      limit(
        `${kind}, p50, as a part of that of pg_trgm`,
        '×',
        ours.kinds[kind].p50 / peer.kinds[kind].p50,
        'at most',
        1,
      ),
    ),
    limit('titles built', 'titles/s', engine.titlesPerSecond, 'at least', 300_000),
    limit('memory of the index', 'bytes/title', indexBytes(engine) / size, 'at most', 100),
  ]
}

/** Memory that the index refers to, in the heap and outside of it. */
const indexBytes = ({ heapBytes, bufferBytes }: SearchMeasure['engine']) => heapBytes + bufferBytes

const nameOf = ({ size, locale }: SearchMeasure) => `${size} ${locale}`

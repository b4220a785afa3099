import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import type { Fault } from './faults-in-turn.ts'
import type { LoadResult, Tally } from './load-order.ts'
import { growth, type MemoryCourse } from './memory-record.ts'
import type { StormFigures } from './storm-figures.ts'
import { isStored } from './storm-streams.ts'

const COUNTS = ['asked', 'served', 'saved', 'shed', 'failed', 'repeated'] as const

const PAGES_MS = 100
const SHED_MS = 50
const GROWTH = 1.2
const RIGHT_MS = 5_000
/** Most items shown of each list in the notes. */
const TOLD = 10

export function rowsOfStorm(figures: StormFigures): BenchRow[] {
  const { load, probes, faults, memory, slowSockets, edits, seconds, borne, offered } = figures
  return [
    benchRow('time', 's', seconds),
    ...(borne === undefined ? [] : [benchRow('readers that are borne', 'requests/s', borne)]),
    benchRow('readers in the storm', 'requests/s', offered),
    benchRow('processor taken by the load', '% of a core', (load.ofCore + probes.ofCore) * 100),
    ...together(load, probes).flatMap(countsOf),
    ...probes.tallies.flatMap(timesOf),
    ...load.tallies
      .filter(isStored)
      .flatMap((tally) => timesOf({ ...tally, kind: `${tally.kind}, to the load` })),
    benchRow('edits acknowledged', 'edits/s', edits.acknowledged / seconds),
    benchRow('edits lost', 'edits', edits.lost),
    ...Object.entries(slowSockets).map(([kind, longest]) =>
      benchRow(`${kind} sockets, kept at most`, 's', longest / 1_000),
    ),
    benchRow('processes killed', 'times', faults.length),
    benchRow('started again, at most', 'ms', Math.max(...faults.map(({ startMs }) => startMs))),
    benchRow('right after that, at most', 'ms', Math.max(...faults.map(({ rightMs }) => rightMs))),
    benchRow('right after the last one', 'ms', faults.at(-1)?.rightMs ?? Number.NaN),
    ...memory.flatMap(memoryRows),
  ]
}

/** Counts of the load and of the probes, by kind. */
function together(load: LoadResult, probes: LoadResult): Tally[] {
  return load.tallies.map((tally) => {
    const probe = probes.tallies.find(({ kind }) => kind === tally.kind)
    const sums = COUNTS.map((count) => [count, tally[count] + (probe?.[count] ?? 0)])
    return { ...tally, ...Object.fromEntries(sums) }
  })
}

/** The limits that decide whether the storm is passed. */
export function limitsOfStorm(figures: StormFigures): BenchLimit[] {
  const { load, probes, faults, memory, edits } = figures
  const all = [...load.tallies, ...probes.tallies]
  const stored = all.filter(isStored)
  const sum = (tallies: readonly Tally[], count: (tally: Tally) => number) =>
    tallies.reduce((total, tally) => total + count(tally), 0)
  const atMost = (name: string, unit: string, value: number, bound: number): BenchLimit => ({
    name,
    unit,
    value,
    kind: 'at most',
    bound,
  })
  return [
    ...probes.tallies
      .filter(isStored)
      .map(({ kind, servedTimes }) => atMost(`${kind}, p99`, 'ms', servedTimes.p99, PAGES_MS)),
    atMost('stored pages shed or failed', 'requests', sum(stored, notServed), 0),
    atMost(
      'other requests failed',
      'requests',
      sum(
        all.filter((tally) => !isStored(tally)),
        ({ failed }) => failed,
      ),
      0,
    ),
    ...probes.tallies
      .filter(({ shed }) => shed > 0)
      .map(({ kind, shedTimes }) => atMost(`${kind} shed, p99`, 'ms', shedTimes.p99, SHED_MS)),
    ...memory.flatMap((course) => {
      const grown = growth(course, lastStart(course.part, faults))
      if (!grown) return []
      return [atMost(`memory of ${course.part}, grown`, '×', grown.after / grown.before, GROWTH)]
    }),
    atMost('edits lost', 'edits', edits.lost, 0),
    atMost('complaints of readers who look closely', 'complaints', figures.complaints.length, 0),
    atMost('pages wrong in the end', 'pages', figures.wrong.length, 0),
    atMost('right after the last fault', 'ms', faults.at(-1)?.rightMs ?? Number.NaN, RIGHT_MS),
  ]
}

/** Details for finding the cause of a failure. */
export function whatFailed({ load, probes, complaints, wrong }: StormFigures): string[] {
  const reasons = [...load.tallies, ...probes.tallies].flatMap(({ kind, reasons }) =>
    Object.entries(reasons).map(([reason, count]) => `${kind}: ${count} times ${reason}`),
  )
  return Object.entries({
    'Why requests failed': reasons,
    'What readers should not have seen': complaints.slice(0, TOLD),
    'Pages that are not what they should be': wrong.slice(0, TOLD),
  }).flatMap(([what, list]) => (list.length > 0 ? [`${what}:\n  ${list.join('\n  ')}`] : []))
}

const notServed = ({ asked, served }: Tally) => asked - served

function lastStart(part: string, faults: readonly Fault[]): number {
  return faults.findLast((fault) => fault.part === part)?.backAt ?? 0
}

function countsOf({ kind, ...tally }: Tally): BenchRow[] {
  return COUNTS.flatMap((count) =>
    tally[count] > 0 || count === 'asked'
      ? [benchRow(`${kind}, ${count}`, 'requests', tally[count])]
      : [],
  )
}

function timesOf({ kind, served, shed, servedTimes, shedTimes }: Tally): BenchRow[] {
  return [
    ...(served > 0
      ? [
          benchRow(`${kind}, p50`, 'ms', servedTimes.p50),
          benchRow(`${kind}, p99`, 'ms', servedTimes.p99),
        ]
      : []),
    ...(shed > 0
      ? [
          benchRow(`${kind} shed, p99`, 'ms', shedTimes.p99),
          benchRow(`${kind} shed, at most`, 'ms', shedTimes.most),
        ]
      : []),
  ]
}

function memoryRows({ part, samples }: MemoryCourse): BenchRow[] {
  const at = (second: number) =>
    samples.find((sample) => sample.second >= second)?.megabytes ?? Number.NaN
  const most = Math.max(...samples.map(({ megabytes }) => megabytes))
  return [
    benchRow(`memory of ${part}, after a minute`, 'MB', at(60)),
    benchRow(`memory of ${part}, at most`, 'MB', most),
    benchRow(`memory of ${part}, at the end`, 'MB', samples.at(-1)?.megabytes ?? Number.NaN),
  ]
}

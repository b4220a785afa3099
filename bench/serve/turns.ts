import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import { percentile } from '../support/percentile.ts'
import type { Load, LoadClient } from './load-client.ts'
import type { Participant } from './participant.ts'

/** A turn of load, and what it cost the server. */
export interface Turn extends Load {
  processorSeconds: number
}

export interface TurnsOptions {
  client: LoadClient
  connections: number
  /** Of each turn. */
  seconds: number
  rounds: number
  signal: AbortSignal
}

/** By the participants' names, in the order of the rounds. */
export type Turns = ReadonlyMap<string, readonly Turn[]>

/** One after the other, so that whatever else the machine does hits all alike. */
export async function takeTurns(
  participants: readonly Participant[],
  options: TurnsOptions,
): Promise<Turns> {
  const turns = new Map<string, Turn[]>(participants.map(({ name }) => [name, []]))
  for (let round = 0; round < options.rounds; round += 1) {
    // In alternating order, so that none is always the first after a pause.
    for (const one of round % 2 === 0 ? participants : participants.toReversed()) {
      turns.get(one.name)?.push(await takeTurn(one, options))
    }
  }
  return turns
}

async function takeTurn(
  { contender, asked, headers }: Participant,
  { client, connections, seconds, signal }: TurnsOptions,
): Promise<Turn> {
  const { process: server } = contender
  const { addresses } = asked
  const before = await server.processorSeconds()
  const load = await client.run(
    { url: contender.url(asked), addresses, headers, connections, seconds },
    signal,
  )
  return { ...load, processorSeconds: (await server.processorSeconds()) - before }
}

export function rowsOfTurns(name: string, turns: Turns): BenchRow[] {
  const of = (who: string) => turns.get(who) ?? []
  const rows = [
    pairedRow(name, 'requests/s', of('ours'), of('bare'), rate),
    pairedRow(`${name}: p50`, 'ms', of('ours'), of('bare'), ({ p50Ms }) => p50Ms),
    pairedRow(`${name}: p99`, 'ms', of('ours'), of('bare'), ({ p99Ms }) => p99Ms),
    pairedRow(
      `${name}: processor time`,
      'µs/request',
      of('ours'),
      of('bare'),
      ({ processorSeconds, requests }) => (processorSeconds / requests) * 1e6,
    ),
    benchRow(`${name}: lost`, 'requests', sum(of('ours')), sum(of('bare'))),
  ]
  for (const [who, what] of [
    ['nginx', 'against nginx'],
    ['our 200', 'against our 200'],
  ] as const) {
    const others = of(who)
    if (others.length > 0) {
      rows.push(pairedRow(`${name}: ${what}`, 'requests/s', of('ours'), others, rate))
    }
  }
  rows.push(...rowsOfStart(name, turns))
  if (of('ingress').length > 0) {
    const what = `${name}: the ingress in front, against nginx`
    rows.push(pairedRow(what, 'requests/s', of('ingress'), of('nginx'), rate))
  }
  return rows
}

const rate = ({ requests, seconds }: Load) => requests / seconds

/** The readers' port of `npm start`, against render alone. */
function rowsOfStart(name: string, turns: Turns): [BenchRow, BenchRow] {
  const [start, alone] = [turns.get('npm start') ?? [], turns.get('ours') ?? []]
  const what = `${name}: npm start, against ours`
  return [
    pairedRow(what, 'requests/s', start, alone, rate),
    pairedRow(`${what}: p99`, 'ms', start, alone, ({ p99Ms }) => p99Ms),
  ]
}

/** A tenth of the p99 is how much that of render alone differs from turn to turn. */
export function limitsOfStart(name: string, turns: Turns): BenchLimit[] {
  const [rates, tail] = rowsOfStart(name, turns)
  const about = `${name}: npm start, in times of render alone`
  return [
    { name: about, unit: '×', value: rates.ratio ?? Number.NaN, kind: 'at least', bound: 0.95 },
    {
      name: `${about}: p99`,
      unit: '×',
      value: tail.ratio ?? Number.NaN,
      kind: 'at most',
      bound: 1.1,
    },
  ]
}

/**
 * Medians, and the median of the ratios within each round: when the machine is twice as fast
 * for some seconds, it is so for both servers of a ratio.
 */
function pairedRow(
  name: string,
  unit: string,
  ours: readonly Turn[],
  others: readonly Turn[],
  pick: (turn: Turn) => number,
): BenchRow {
  const [values, peers] = [ours.map(pick), others.map(pick)]
  const row = benchRow(name, unit, percentile(values, 0.5), percentile(peers, 0.5))
  // Not known for a peer without metrics.
  if (row.ratio === null) return row
  const ratios = values.map((value, round) => value / (peers[round] ?? Number.NaN))
  return { ...row, ratio: percentile(ratios, 0.5) }
}

const sum = (loads: readonly Load[]) => loads.reduce((total, { lost }) => total + lost, 0)

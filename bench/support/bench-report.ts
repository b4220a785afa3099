import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import path from 'node:path'

/** One figure, and the peer's in the same run where there is one. */
export interface BenchRow {
  /** What was measured. Stays the same between runs, so that runs can be compared. */
  name: string
  /** Of both values: `s`, `ms`, `pages/s`, `MB`, … */
  unit: string
  value: number
  /** Measured in the same run on the same machine; null when the peer has no such figure. */
  peer: number | null
  /**
   * `value / peer`, or the median of such ratios where both were measured in turns; null without a
   * peer. Only ratios compare between machines.
   */
  ratio: number | null
}

/** A bound that a figure must keep to; a bench that breaks one of its own has failed. */
export interface BenchLimit {
  name: string
  unit: string
  value: number
  kind: 'at most' | 'at least'
  bound: number
}

/** What figures depend on besides the code. */
export interface MachineFacts {
  cores: number
  cpu: string
  memoryBytes: number
  system: string
  /** Of the last minute, before the run: well above 0 means that others used the machine too. */
  loadBefore: number
  /** By program: Node, Postgres, the peers. */
  versions: Record<string, string>
}

export interface BenchReport {
  bench: string
  /** When the run began. */
  date: string
  machine: MachineFacts
  /** What the values are compared with, such as `Hugo 0.111.3`; null without a peer. */
  peer: string | null
  rows: BenchRow[]
  limits?: BenchLimit[]
  /** What processes held over time, for plots: not in the table. */
  memory?: readonly { part: string; samples: { second: number; megabytes: number }[] }[]
  /** What was left out and why, and whatever else a reader of the figures must know. */
  notes: string[]
}

/** Runs are long: how they go on is told here, one line at a time, and never on stdout. */
export type Say = (line: string) => void

/** What every bench takes. */
export interface BenchOptions {
  say: Say
  /** Aborted on Ctrl-C: everything that was started must be stopped before the bench rejects. */
  signal: AbortSignal
}

export function benchRow(
  name: string,
  unit: string,
  value: number,
  peer: number | null = null,
): BenchRow {
  return { name, unit, value, peer, ratio: peer ? value / peer : null }
}

/** A figure that is not a number keeps to nothing. */
export const isKept = ({ value, kind, bound }: BenchLimit) =>
  kind === 'at most' ? value <= bound : value >= bound

/** To be called before the run, because it looks at the load. */
export function machineFacts(versions: Record<string, string> = {}): MachineFacts {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryBytes: totalmem(),
    system: `${process.platform} ${release()} ${process.arch}`,
    loadBefore: loadavg()[0] ?? 0,
    versions: { Node: process.versions.node, ...versions },
  }
}

/** @returns the file that the report was written to */
export async function writeReport(report: BenchReport): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../tests/.artifacts')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `bench-${report.bench}.json`)
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}

/** The report as a table for people. */
export function formatReport(report: BenchReport): string {
  const { bench, date, machine, peer, rows, limits = [], notes } = report
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`)
  const header = ['', 'unit', 'ours', peer ?? 'peer', 'ratio']
  const cells = rows.map(({ name, unit, value, peer: other, ratio }) => [
    name,
    unit,
    formatFigure(value),
    other === null ? '' : formatFigure(other),
    ratio === null ? '' : `${ratio.toPrecision(3)}×`,
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        // Words to the left, figures to the right.
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [
    `${bench}, ${date}`,
    `${machine.cores} cores (${machine.cpu}), ${formatFigure(machine.memoryBytes / 2 ** 30)} GiB, load before ${machine.loadBefore.toFixed(2)}`,
    versions.join(', '),
    '',
    line(header),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...cells.map(line),
    ...(limits.length > 0 ? [''] : []),
    ...limits.map(formatLimit),
    ...notes.map((note) => `\n${note}`),
    '',
  ].join('\n')
}

function formatLimit(limit: BenchLimit): string {
  const { name, unit, value, kind, bound } = limit
  const verdict = isKept(limit) ? 'kept  ' : 'BROKEN'
  return `${verdict}  ${name}: ${formatFigure(value)} ${unit}, ${kind} ${formatFigure(bound)}`
}

/** Three digits that matter, and no exponent. */
function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

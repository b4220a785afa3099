import { readFile } from 'node:fs/promises'
import type { FallibleProcess } from '../../tests/faults/fallible.ts'
import { familyOf, readProcessTree } from '../../tests/support/machine/processes.ts'
import { percentile } from '../support/percentile.ts'

/** Megabytes of a process over time. */
export interface MemoryCourse {
  part: string
  /** Of the storm, and what was held then. */
  samples: { second: number; megabytes: number }[]
}

export interface MemoryRecord {
  courses: readonly MemoryCourse[]
  stop(): Promise<void>
}

const SAMPLE_MS = 2_000
const MINUTE = 60
/** Seconds to average over, because garbage collection makes memory go up and down. */
const SPAN = 20

/** Records the memory of each process and its children until it is stopped. */
export function recordMemory(parts: ReadonlyMap<string, FallibleProcess>): MemoryRecord {
  const startedAt = performance.now()
  const courses = [...parts.keys()].map((part): MemoryCourse => ({ part, samples: [] }))
  let last = Promise.resolve()

  async function sample(): Promise<void> {
    const second = (performance.now() - startedAt) / 1_000
    const tree = await readProcessTree()
    for (const { part, samples } of courses) {
      const held = await Promise.all(familyOf(parts.get(part)?.pid() ?? 0, tree).map(ownMegabytes))
      const megabytes = held.reduce((sum, one) => sum + one, 0)
      if (megabytes > 0) samples.push({ second, megabytes })
    }
  }
  const timer = setInterval(() => {
    last = last.then(sample)
  }, SAMPLE_MS)
  return {
    courses,
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}

/**
 * What a process held at the end, against what it held a minute after it was started last (or after
 * the storm began).
 *
 * @param startedAt second of the storm in which that was
 * @returns `undefined` when it did not live two minutes since then
 */
export function growth(
  { samples }: MemoryCourse,
  startedAt: number,
): { before: number; after: number } | undefined {
  const end = samples.at(-1)?.second ?? 0
  if (end < startedAt + 2 * MINUTE) return undefined
  const between = (from: number, to: number) =>
    percentile(
      samples.flatMap(({ second, megabytes }) =>
        second >= from && second <= to ? [megabytes] : [],
      ),
      0.5,
    )
  const first = startedAt + MINUTE
  return { before: between(first - SPAN / 2, first + SPAN / 2), after: between(end - SPAN, end) }
}

/** Memory that processes share, such as programs and the buffers of Postgres, is not counted. */
async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

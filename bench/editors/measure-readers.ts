import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  familyOf,
  readProcessTree,
  type ServiceProcess,
} from '../../tests/support/machine/processes.ts'
import { ALL_CORES, CORE_OF_READERS, confine, OTHER_CORES } from './cores.ts'
import { type Desk, editTogether } from './editing.ts'
import type { ReaderOrder } from './read-pages.ts'

/** Without and with editors take turns, so that what else the machine does is in both. */
const TURNS = 3
const TURN_MS = 20_000

/** Milliseconds of each page. */
export interface ReaderTimes {
  without: number[]
  beside: number[]
}

export interface ReadersBench {
  desk: Desk
  editors: number
  render: Pick<ServiceProcess, 'pid'>
  /** Those that serve editors, which are all others of the site; Postgres has a process for each connection. */
  others: readonly number[]
  addresses: string[]
  signal: AbortSignal
}

/**
 * Reads stored pages without and with editors at work. Render and the reader have a core of their own, as
 * in a cluster: what is measured is what editors do to the site, and not that they use its processors.
 */
export async function measureReaders(bench: ReadersBench): Promise<ReaderTimes> {
  const { desk, editors, render, others, addresses, signal } = bench
  const times: ReaderTimes = { without: [], beside: [] }
  const tree = await readProcessTree()
  const placed = [process.pid, ...others.flatMap((pid) => familyOf(pid, tree))]
  for (const pid of placed) confine(pid, OTHER_CORES)
  confine(render.pid, CORE_OF_READERS)
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      times.without.push(...(await read({ addresses, ms: TURN_MS }, signal)))
      const ended = new AbortController()
      const editing = editTogether(desk, editors, ended.signal)
      times.beside.push(
        ...(await read({ addresses, ms: TURN_MS }, signal).finally(() => ended.abort())),
      )
      await editing
    }
    return times
  } finally {
    for (const pid of placed) confine(pid, ALL_CORES)
  }
}

async function read(order: ReaderOrder, signal: AbortSignal): Promise<number[]> {
  const reader = fork(new URL('./read-pages.ts', import.meta.url), { signal })
  confine(reader.pid ?? 0, CORE_OF_READERS)
  reader.send(order)
  const [times] = await Promise.race([
    once(reader, 'message', { signal }),
    once(reader, 'exit').then(([code]) => {
      throw new Error(`The reader ended with ${code}`)
    }),
  ])
  return times
}

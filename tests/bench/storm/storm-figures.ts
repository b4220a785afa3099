import type { Fault } from './faults-in-turn.ts'
import type { LoadResult } from './load-order.ts'
import type { MemoryCourse } from './memory-record.ts'
import type { SlowKind } from './slow-sockets.ts'

/** All that was counted and measured in a storm. */
export interface StormFigures {
  seconds: number
  /** Requests of readers a second that the site bears by itself, where that was found out, and that came. */
  borne: number | undefined
  offered: number
  /** Whether the load went before the processes of the site. */
  goesFirst: boolean
  /** Of readers and floods. */
  load: LoadResult
  /** Of those who came seldom, beside the others: what is measured of them is the site. */
  probes: LoadResult
  faults: readonly Fault[]
  memory: readonly MemoryCourse[]
  slowSockets: Readonly<Record<SlowKind, number>>
  edits: {
    acknowledged: number
    /** Not shown by everybody in the end. */
    lost: number
  }
  /** What a reader may never see: half a page, or words of two editions on one. */
  complaints: readonly string[]
  /** Stored pages that were compared in the end with what they should be, and that were not so. */
  compared: number
  wrong: readonly string[]
}

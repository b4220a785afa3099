import type { Fault } from './faults-in-turn.ts'
import type { LoadResult } from './load-order.ts'
import type { MemoryCourse } from './memory-record.ts'
import type { SlowKind } from './slow-sockets.ts'

/** All that was counted and measured in a storm. */
export interface StormFigures {
  seconds: number
  /**
   * Requests per second: the highest bearable rate, where it was measured, and the rate offered.
   */
  borne: number | undefined
  offered: number
  /** Whether the load had a higher priority than the site's processes. */
  goesFirst: boolean
  /** Results of readers and floods. */
  load: LoadResult
  /** Results of the probes: a few requests beside the load, whose times measure the site alone. */
  probes: LoadResult
  faults: readonly Fault[]
  memory: readonly MemoryCourse[]
  slowSockets: Readonly<Record<SlowKind, number>>
  edits: {
    acknowledged: number
    /** Not shown by all processes of render in the end. */
    lost: number
  }
  /** Faults that readers must never see: an incomplete page, or one that mixes two edits. */
  complaints: readonly string[]
  /** Stored pages compared with freshly made ones in the end, and those that differed. */
  compared: number
  wrong: readonly string[]
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Measurements of a process's load. */
export interface LoadFigures {
  /** Average delay of the event loop in milliseconds. */
  eventLoopDelay: number
  /** Bytes. */
  heapUsed: number
}

export interface LoadMeter {
  /** Figures since the last call. Opens no file, so it works when no descriptor is left. */
  read(): LoadFigures
  stop(): void
}

const RESOLUTION_MS = 10
const NANOSECONDS_PER_MS = 1e6

/** Measures this process from now on. */
export function createLoadMeter(): LoadMeter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    read() {
      // The timer itself waits for its resolution. A thread too busy to measure is as late as can be.
      const eventLoopDelay =
        delays.count === 0
          ? Number.POSITIVE_INFINITY
          : Math.max(0, delays.mean / NANOSECONDS_PER_MS - RESOLUTION_MS)
      delays.reset()
      return { eventLoopDelay, heapUsed: getHeapStatistics().used_heap_size }
    },
    stop() {
      delays.disable()
    },
  }
}

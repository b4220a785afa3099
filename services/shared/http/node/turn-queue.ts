/*
 * Promise: stored pages are answered at once while a burst of expensive requests is worked off
 * (services/decisions/0045).
 * Upstream: https://nodejs.org/api/timers.html#setimmediatecallback-args
 * Relies on: an immediate that is set while immediates run waiting for the next turn of the event
 * loop, and connections being read in between.
 */

/** In one turn of the event loop, work is started for this many milliseconds. */
const SLICE_MS = 3

/**
 * A queue for expensive requests. Between two slices of the queue the event loop runs, so that
 * cheap requests, which are answered at once, do not wait until a burst of expensive ones is over.
 *
 * @returns a function that appends work to the queue; the work must not throw
 */
export function createTurnQueue(): (work: () => void) => void {
  let line: (() => void)[] = []
  let next = 0
  const isEmpty = () => next === line.length

  function work(): void {
    const end = performance.now() + SLICE_MS
    do {
      line[next]?.()
      next += 1
    } while (!isEmpty() && performance.now() < end)
    if (!isEmpty()) return void setImmediate(work)
    line = []
    next = 0
  }

  return (piece) => {
    if (line.length === 0) setImmediate(work)
    line.push(piece)
  }
}

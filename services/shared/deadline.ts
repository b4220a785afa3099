import { AsyncLocalStorage } from 'node:async_hooks'
import { SiteError } from './errors.ts'

/** Until when somebody waits for the work that is under way. */
export interface Deadline {
  /** Aborts when the time is over, with the error that whoever waits is told. */
  readonly signal: AbortSignal
  /** Milliseconds; negative when the time is over. */
  msLeft(): number
  /** Whoever is asked has just said something: work that goes on may take longer. */
  heard(): void
}

const underWay = new AsyncLocalStorage<Deadline | undefined>()

/** The deadline of the work that the code which asks is part of; `undefined` where nobody waits. */
export const deadlineUnderWay = (): Deadline | undefined => underWay.getStore()

/** Does work that goes on when those who wait have their answer, such as storing it. */
export const withoutDeadline = <T>(work: () => T): T => underWay.run(undefined, work)

export interface TimedWork<T> {
  /** Milliseconds that are waited; less where the work around this one has less time left. */
  ms: number
  /**
   * The same for work that goes on: `ms` then begins anew whenever something is heard of it. No more
   * than `ms` in all unless given.
   */
  longestMs?: number | undefined
  work: () => Promise<T>
  /** Whether an answer is on its way already when the time is over: then it may go on. */
  isAnswered?: () => boolean
}

/**
 * Does work that somebody waits for. What it asks of other services and of the database in turn ends
 * with its time as well: nobody would hear the answer.
 *
 * @throws {SiteError} `unavailable` when the time is over, whatever becomes of the work then
 */
export async function inTime<T>(timed: TimedWork<T>): Promise<T> {
  const { ms, longestMs = ms, work, isAnswered = () => false } = timed
  const outer = deadlineUnderWay()
  const begunAt = performance.now()
  const outerMs = outer?.msLeft() ?? Number.POSITIVE_INFINITY
  const lastEnd = begunAt + Math.min(longestMs, outerMs)
  const allowedMs = Math.max(0, Math.min(ms, outerMs))
  let endsAt = begunAt + allowedMs
  const ending = new AbortController()
  const late = Promise.withResolvers<never>()
  let timer = setTimeout(end, allowedMs)

  function end(): void {
    const leftMs = endsAt - performance.now()
    if (leftMs > 0) {
      timer = setTimeout(end, Math.ceil(leftMs))
      return
    }
    if (isAnswered()) return
    const error = new SiteError('unavailable', 'This took too long just now; try again')
    ending.abort(error)
    late.reject(error)
  }

  const deadline: Deadline = {
    signal: ending.signal,
    msLeft: () => endsAt - performance.now(),
    heard() {
      outer?.heard()
      endsAt = Math.max(endsAt, Math.min(lastEnd, performance.now() + ms))
    },
  }
  try {
    return await Promise.race([underWay.run(deadline, work), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

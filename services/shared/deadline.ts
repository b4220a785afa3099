import { AsyncLocalStorage } from 'node:async_hooks'
import { SiteError } from './errors.ts'

/** The time limit of the current work, after which its result is not used. */
export interface Deadline {
  /** Aborts when the time is over; its reason is the error that the caller gets. */
  readonly signal: AbortSignal
  /** Milliseconds; negative when the time is over. */
  msLeft(): number
  /** Reports progress, such as data from the database: extends the deadline up to `longestMs`. */
  extend(): void
}

const currentDeadline = new AsyncLocalStorage<Deadline | undefined>()

/** The deadline of the current async context; `undefined` where there is none. */
export const deadlineUnderWay = (): Deadline | undefined => currentDeadline.getStore()

/** Runs work that continues after the client has its answer, such as storing it. */
export const withoutDeadline = <T>(work: () => T): T => currentDeadline.run(undefined, work)

export interface TimedWork<T> {
  /** Timeout in milliseconds; less where an enclosing deadline has less time left. */
  ms: number
  /**
   * The limit when the work reports progress, each report of which restarts `ms`. The same as `ms`
   * unless given.
   */
  longestMs?: number | undefined
  work: () => Promise<T>
  /** Whether an answer is already being sent when the time is over; then the work may go on. */
  isAnswered?: () => boolean
}

/**
 * Runs work with a deadline. Its requests to other services and to the database end with the
 * deadline too, because the answers would not be used.
 *
 * @throws {SiteError} `unavailable` when the time is over, even if the work goes on
 */
export async function withDeadline<T>(timed: TimedWork<T>): Promise<T> {
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
    const error = new SiteError('unavailable', 'This took too long; try again')
    ending.abort(error)
    late.reject(error)
  }

  const deadline: Deadline = {
    signal: ending.signal,
    msLeft: () => endsAt - performance.now(),
    extend() {
      outer?.extend()
      endsAt = Math.max(endsAt, Math.min(lastEnd, performance.now() + ms))
    },
  }
  try {
    return await Promise.race([currentDeadline.run(deadline, work), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

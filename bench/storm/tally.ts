import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Answer } from '../support/answer-reader.ts'
import type { Stream, Tally, Times } from './load-order.ts'

const SHED = [429, 503]
const MAX_MICROSECONDS = 60_000_000

/** Counts the outcomes of a stream's requests in bounded memory. */
export function createTally({ kind, status: wanted }: Stream) {
  const counts = { asked: 0, served: 0, saved: 0, shed: 0, failed: 0, repeated: 0 }
  const reasons: Record<string, number> = {}
  const [served, shed] = [createTimes(), createTimes()]

  function fail(reason: string): void {
    counts.failed += 1
    reasons[reason] = (reasons[reason] ?? 0) + 1
  }

  return {
    ask() {
      counts.asked += 1
    },
    repeat() {
      counts.repeated += 1
    },
    fail,
    /** @param ms since it was asked for */
    answer({ status, head }: Answer, ms: number): void {
      if (status === wanted) {
        counts.served += 1
        if (/\r\nx-saved-copy:/i.test(head)) counts.saved += 1
        record(served, ms)
      } else if (!SHED.includes(status)) {
        fail(`status ${status}`)
      } else if (/\r\nretry-after:/i.test(head)) {
        counts.shed += 1
        record(shed, ms)
      } else {
        fail(`status ${status} without Retry-After`)
      }
    },
    result: (): Tally => ({
      kind,
      ...counts,
      reasons,
      servedTimes: timesOf(served),
      shedTimes: timesOf(shed),
    }),
  }
}

const createTimes = () => createHistogram({ lowest: 1, highest: MAX_MICROSECONDS, figures: 3 })

const record = (times: RecordableHistogram, ms: number) =>
  times.record(Math.min(MAX_MICROSECONDS, Math.max(1, Math.round(ms * 1_000))))

const timesOf = (times: RecordableHistogram): Times =>
  times.count === 0
    ? { p50: Number.NaN, p99: Number.NaN, most: Number.NaN }
    : {
        p50: times.percentile(50) / 1_000,
        p99: times.percentile(99) / 1_000,
        most: times.max / 1_000,
      }

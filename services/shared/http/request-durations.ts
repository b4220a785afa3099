/*
 * Promise: counting an answer takes no longer than giving it (services/decisions/0034).
 * Upstream: prom-client has no interface for figures that somebody else has counted:
 * https://github.com/prometheus/client_js/issues/241
 * Relies on: a registry taking any object with `name` and `get()`, as the package itself makes them
 * where it adds up the figures of several processes. Its types know its own classes only.
 */

import type { Registry } from 'prom-client'

/** The durations of answers with the same labels. */
export interface DurationSeries {
  add(seconds: number): void
}

export type RequestDurations = ReturnType<typeof countRequestDurations>

const NAME = 'http_server_request_duration_seconds'
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/**
 * A histogram by method, route template and status. prom-client's own is not used, because counting
 * an answer with it takes as long as finding the answer in memory.
 */
export function countRequestDurations(metrics: Registry) {
  const known = new Map<string, ReturnType<typeof createSeries>>()
  const histogram = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Time from the first byte of a request to the last byte of its answer',
      type: 'histogram',
      aggregator: 'sum',
      values: [...known.values()].flatMap((series) => series.values()),
    }),
  }
  metrics.registerMetric(histogram as never)

  return {
    /** Returns the same series for the same labels, so that callers can keep it. */
    series(method: string, route: string, status: number): DurationSeries {
      const key = `${method} ${status} ${route}`
      const series = known.get(key) ?? createSeries({ method, route, status: String(status) })
      known.set(key, series)
      return series
    },
  }
}

function createSeries(labels: Readonly<Record<string, string>>) {
  const counts = BOUNDS.map(() => 0)
  let count = 0
  let sum = 0
  return {
    add(seconds: number) {
      count += 1
      sum += seconds
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound)
      if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1
    },
    values() {
      let upTo = 0
      const buckets = BOUNDS.map((le, bucket) => {
        upTo += counts[bucket] ?? 0
        return { metricName: `${NAME}_bucket`, labels: { ...labels, le: String(le) }, value: upTo }
      })
      return [
        ...buckets,
        { metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
        { metricName: `${NAME}_sum`, labels, value: sum },
        { metricName: `${NAME}_count`, labels, value: count },
      ]
    },
  }
}

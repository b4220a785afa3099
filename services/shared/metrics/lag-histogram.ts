import { Histogram, type Registry } from 'prom-client'

/** In seconds, from unnoticeable to an hour; 30 s and 5 min are the promised limits. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

/** Histogram of the seconds until readers see an edit. */
export function createLagHistogram<Label extends string = never>(
  registry: Registry,
  metric: { name: string; help: string; labelNames?: Label[] },
): Histogram<Label> {
  return new Histogram({ ...metric, buckets: BOUNDS, registers: [registry] })
}

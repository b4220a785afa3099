import { Histogram, type Registry } from 'prom-client'

/** From what nobody notices to an hour; 30 s and 5 min are what we promise. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600]

/** Counts how far readers are behind editors, in seconds. */
export function createLagHistogram<Label extends string = never>(
  registry: Registry,
  metric: { name: string; help: string; labelNames?: Label[] },
): Histogram<Label> {
  return new Histogram({ ...metric, buckets: BOUNDS, registers: [registry] })
}

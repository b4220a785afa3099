import { Counter, Gauge, type Registry } from 'prom-client'
import { settlesWithin } from '../settles-within.ts'

/** One value of a metric with labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface Described {
  name: string
  help: string
}

/**
 * A metric's value, or `undefined` while unknown: then no value is shown rather than an old one.
 */
export interface Observed extends Described {
  read(): number | undefined | Promise<number | undefined>
}

export interface ObservedByLabel extends Described {
  labelNames: readonly string[]
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/**
 * Adds metrics whose values are read only when the metrics are collected. A reading that fails or
 * hangs shows no value and does not block the other metrics.
 */
export function observeWith(registry: Registry) {
  const optionsOf = ({ name, help, ...metric }: Observed | ObservedByLabel) => ({
    name,
    help,
    registers: [registry],
    labelNames: 'labelNames' in metric ? [...metric.labelNames] : [],
  })
  return {
    gauge(metric: Observed | ObservedByLabel): void {
      new Gauge({
        ...optionsOf(metric),
        collect() {
          return show(this, metric)
        },
      })
    },

    /** The value must never decrease except when the process restarts. */
    counter(metric: Observed | ObservedByLabel): void {
      new Counter({
        ...optionsOf(metric),
        collect() {
          return show(this, metric)
        },
      })
    },
  }
}

async function show(shown: Gauge | Counter, metric: Observed | ObservedByLabel): Promise<void> {
  const samples = await samplesOf(metric)
  shown.reset()
  // A metric without labels would show 0 where its value is unknown.
  if (!('labelNames' in metric)) shown.remove()
  for (const [labels, value] of samples) shown.inc(labels, value)
}

/** Less than the timeout of collectors for all metrics together. */
const READ_MS = 4_000

async function samplesOf(metric: Observed | ObservedByLabel): Promise<readonly Sample[]> {
  let samples: readonly Sample[] = []
  const reading = Promise.try(() => metric.read()).then((read) => {
    if (read !== undefined) samples = typeof read === 'number' ? [[{}, read]] : read
  })
  // The reading may still fail after the timeout.
  await settlesWithin(READ_MS, reading).catch(() => {})
  return samples
}

import { Counter, Gauge, type Registry } from 'prom-client'
import { within } from '../within.ts'

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
  return {
    gauge(metric: Observed | ObservedByLabel): void {
      const labelNames = 'labelNames' in metric ? [...metric.labelNames] : []
      new Gauge({
        ...describe(metric, registry),
        labelNames,
        async collect() {
          const samples = await samplesOf(metric)
          this.reset()
          // A gauge without labels would show 0 until it is set.
          if (labelNames.length === 0) this.remove()
          for (const [labels, value] of samples) this.set(labels, value)
        },
      })
    },

    /** The value must never decrease except when the process restarts. */
    counter(metric: Observed | ObservedByLabel): void {
      new Counter({
        ...describe(metric, registry),
        labelNames: 'labelNames' in metric ? [...metric.labelNames] : [],
        async collect() {
          const samples = await samplesOf(metric)
          this.reset()
          for (const [labels, value] of samples) this.inc(labels, value)
        },
      })
    },
  }
}

const describe = ({ name, help }: Described, registry: Registry) => ({
  name,
  help,
  registers: [registry],
})

/** Less than the timeout of collectors for all metrics together. */
const PATIENCE_MS = 4_000

async function samplesOf(metric: Observed | ObservedByLabel): Promise<readonly Sample[]> {
  let samples: readonly Sample[] = []
  const reading = Promise.try(() => metric.read()).then((read) => {
    if (read !== undefined) samples = typeof read === 'number' ? [[{}, read]] : read
  })
  // The reading may still fail after the timeout.
  await within(PATIENCE_MS, reading).catch(() => {})
  return samples
}

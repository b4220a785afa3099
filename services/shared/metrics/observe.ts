import { Counter, Gauge, type Registry } from 'prom-client'
import { within } from '../within.ts'

/** One number of a metric that has labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface Described {
  name: string
  help: string
}

/** A number, or `undefined` while it is not known: then nothing is shown instead of an old one. */
export interface Observed extends Described {
  read(): number | undefined | Promise<number | undefined>
}

export interface ObservedByLabel extends Described {
  labelNames: readonly string[]
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/**
 * Adds numbers that are read when somebody collects the metrics, so that counting costs nothing
 * until then. A reading that fails or hangs shows nothing, and never keeps the others from being shown.
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
          // By itself, a gauge without labels is 0 until it is set.
          if (labelNames.length === 0) this.remove()
          for (const [labels, value] of samples) this.set(labels, value)
        },
      })
    },

    /** The reading must never go down but with the process. */
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

/** Less than a collector waits for all metrics together. */
const PATIENCE_MS = 4_000

async function samplesOf(metric: Observed | ObservedByLabel): Promise<readonly Sample[]> {
  let samples: readonly Sample[] = []
  const reading = Promise.try(() => metric.read()).then((read) => {
    if (read !== undefined) samples = typeof read === 'number' ? [[{}, read]] : read
  })
  // It may fail after the wait as well.
  await within(PATIENCE_MS, reading).catch(() => {})
  return samples
}

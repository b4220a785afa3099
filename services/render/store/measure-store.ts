import { Counter, Histogram, type Registry } from 'prom-client'
import type { PageStore, PageStores } from './page-store.ts'

/** In seconds: from a `stat` of a file to a bucket that does not answer. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The same store with metrics: how long its pages take to be read and written, and what fails. */
export function measureStore(store: PageStores, registry: Registry): PageStores {
  const labelNames = ['operation']
  const durations = new Histogram({
    name: 'finlore_page_store_duration_seconds',
    help: 'Duration of page store operations, including failed ones, by operation',
    labelNames,
    buckets: BOUNDS,
    registers: [registry],
  })
  const errors = new Counter({
    name: 'finlore_page_store_errors_total',
    help: 'Page store operations that failed',
    labelNames,
    registers: [registry],
  })

  function measured<Given extends unknown[], Answer>(
    operation: string,
    work: (...given: Given) => Promise<Answer>,
  ): (...given: Given) => Promise<Answer> {
    const duration = durations.labels(operation)
    const failures = errors.labels(operation)
    // Start the series at 0: an alert only notices a failure as an increase.
    failures.inc(0)
    return async (...given) => {
      const startedAt = performance.now()
      try {
        return await work(...given)
      } catch (error) {
        failures.inc()
        throw error
      } finally {
        duration.observe((performance.now() - startedAt) / 1_000)
      }
    }
  }

  const measurePages = (pages: PageStore): PageStore => ({
    ...pages,
    read: measured('read', pages.read),
    version: measured('version', pages.version),
    describe: measured('describe', pages.describe),
    write: measured('write', pages.write),
    remove: measured('remove', pages.remove),
    noteChange: measured('note_change', pages.noteChange),
    lastChange: measured('last_change', pages.lastChange),
  })
  return { ...store, pages: (build) => measurePages(store.pages(build)) }
}

import type { Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import type { KeptPages } from './keep-pages.ts'

/** Shows how the pages in memory are used. */
export function observePageMemory(registry: Registry, { usage }: Pick<KeptPages, 'usage'>): void {
  const { gauge, counter } = observeWith(registry)
  gauge({
    name: 'finlore_page_memory_bytes',
    help: 'Bytes of the pages in memory',
    read: () => usage().bytes,
  })
  gauge({
    name: 'finlore_page_memory_max_bytes',
    help: 'Most bytes of pages that are kept in memory',
    read: () => usage().maxBytes,
  })
  gauge({
    name: 'finlore_page_memory_entries',
    help: 'Pages in memory',
    read: () => usage().entries,
  })
  counter({
    name: 'finlore_page_memory_hits_total',
    help: 'Times that a page was used from memory',
    read: () => usage().hits,
  })
  counter({
    name: 'finlore_page_memory_misses_total',
    help: 'Times that a page was asked for and not in memory',
    read: () => usage().misses,
  })
  counter({
    name: 'finlore_page_memory_evictions_total',
    help: 'Pages that made room for others',
    read: () => usage().evictions,
  })
}

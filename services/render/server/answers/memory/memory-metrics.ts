import type { Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'
import { formsMade } from '../bodies/served-body.ts'
import type { EntryCache } from './entry-cache.ts'

/** Shows how the pages in memory are used. */
export function observePageMemory(registry: Registry, { usage }: Pick<EntryCache, 'usage'>): void {
  const { gauge, counter } = observeWith(registry)
  gauge({
    name: 'finlore_page_memory_bytes',
    help: 'Bytes of the pages kept in memory',
    read: () => usage().bytes,
  })
  gauge({
    name: 'finlore_page_memory_max_bytes',
    help: 'Maximum bytes of pages kept in memory',
    read: () => usage().maxBytes,
  })
  gauge({
    name: 'finlore_page_memory_entries',
    help: 'Pages kept in memory',
    read: () => usage().entries,
  })
  counter({
    name: 'finlore_page_memory_hits_total',
    help: 'Requests for a page that was in memory',
    read: () => usage().hits,
  })
  counter({
    name: 'finlore_page_memory_misses_total',
    help: 'Requests for a page that was not in memory',
    read: () => usage().misses,
  })
  counter({
    name: 'finlore_page_forms_made_total',
    help: 'Compressed forms that were not stored, made for the first reader who asked, by encoding',
    labelNames: ['encoding'],
    read: () => Object.entries(formsMade).map(([encoding, made]) => [{ encoding }, made]),
  })
  counter({
    name: 'finlore_page_memory_evictions_total',
    help: 'Pages removed from memory to make room for others',
    read: () => usage().evictions,
  })
}

import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { SearchClient } from '#shared/clients/search-client.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools, type PoolUsage } from '#shared/metrics/observe-pool.ts'
import type { KeptPages } from './answers/memory/keep-pages.ts'
import { observePageMemory } from './answers/memory/memory-metrics.ts'
import { observeWebBuild } from './bundle/observe-build.ts'
import type { Database } from './records/database.ts'
import { loadFollower } from './records/page-registry.ts'
import type { PageStore } from './store/page-store.ts'

export interface ObservedRender {
  db: Kysely<Database>
  poolUsage?: (() => PoolUsage) | undefined
  build: string
  pages: Pick<KeptPages, 'usage'>
  storedPages: Pick<PageStore, 'lastChange'>
  content: Pick<ContentClient, 'listTitles'>
  search: SearchClient
}

/** The client address for our own health requests to search. */
const OWN_ADDRESS = '127.0.0.1'

/** Metrics of the service that answers readers. */
export function observeRender(metrics: Registry, observed: ObservedRender): void {
  const { db, poolUsage, build, pages, storedPages, content, search } = observed
  observeWebBuild(metrics, build)
  observePageMemory(metrics, pages)
  if (poolUsage) observePools(metrics, { render: poolUsage })
  observeDependencies(metrics, {
    postgres: () => loadFollower(db),
    content: () => content.listTitles(undefined, 1),
    // Too short for a search: it only checks that the service answers.
    search: () => search.search('', { limit: 1, offset: 0 }, OWN_ADDRESS),
    page_store: storedPages.lastChange,
  })
}

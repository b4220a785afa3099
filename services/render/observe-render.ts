import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { SearchClient } from '#shared/clients/search-client.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools, type PoolUsage } from '#shared/metrics/observe-pool.ts'
import { observeWebBuild } from './bundle/observe-build.ts'
import type { KeptPages } from './memory/keep-pages.ts'
import { observePageMemory } from './memory/memory-metrics.ts'
import type { Database } from './rebuild/database.ts'
import { loadFollower } from './rebuild/page-registry.ts'
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

/** On whose behalf search is asked whether it answers. */
const OWN_ADDRESS = '127.0.0.1'

/** What the service that readers meet shows beside its answers. */
export function observeRender(metrics: Registry, observed: ObservedRender): void {
  const { db, poolUsage, build, pages, storedPages, content, search } = observed
  observeWebBuild(metrics, build)
  observePageMemory(metrics, pages)
  if (poolUsage) observePools(metrics, { render: poolUsage })
  observeDependencies(metrics, {
    postgres: () => loadFollower(db),
    content: () => content.listTitles(undefined, 1),
    // Too short to be looked for: it only has to answer.
    search: () => search.search('', { limit: 1, offset: 0 }, OWN_ADDRESS),
    page_store: storedPages.lastChange,
  })
}

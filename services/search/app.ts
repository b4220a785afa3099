import type { Registry } from 'prom-client'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { type IndexingSwitch, publicHeadersAt } from '#shared/http/indexing.ts'
import { startLoadShedding } from '#shared/http/load-ladder.ts'
import type { LoadFigures } from '#shared/http/measure-load.ts'
import { allowReadingOnly } from '#shared/http/read-only.ts'
import type { HstsScope } from '#shared/http/security-headers.ts'
import {
  PRIVATE_NETWORKS,
  parseTrustedProxies,
  type TrustAddress,
} from '#shared/http/trusted-proxies.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import { titleRoutes } from './answers/title-routes.ts'
import {
  createTitleSearch,
  type TitleSearch,
  type TitleSearchOptions,
} from './answers/title-search.ts'
import { observeFollowing } from './follow-metrics.ts'

export interface SearchDependencies extends Omit<TitleSearchOptions, 'log' | 'skipsSuggestions'> {
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Whether search engines may list the site; `off` by default. */
  indexing?: IndexingSwitch
  /** `host` by default. */
  hsts?: HstsScope | undefined
  /** Searches that one address may make in a second. */
  maxPerSecond: number
  /** Proxies that are trusted about a client's address; by default those of private networks. */
  trustedProxies?: TrustAddress
  /** Measures the load; by default from the event loop and the heap. */
  measureLoad?: () => LoadFigures
  log: LogOptions
}

/** A search service that is built but knows no titles yet. */
export interface SearchApp {
  service: Service
  titles: TitleSearch
  /** Loads the titles and keeps them in step with content. */
  start(): Running
}

/** Deadline of a search: by then, the reader has typed on. */
const SEARCHER_MS = 1_000

/** Builds the search service. Opens no socket, reads no environment, does not follow content. */
export function buildApp({
  siteUrl,
  indexing = 'off',
  hsts,
  maxPerSecond,
  trustedProxies = parseTrustedProxies(PRIVATE_NETWORKS),
  measureLoad,
  log,
  ...options
}: SearchDependencies): SearchApp {
  const service = createService({
    name: 'search',
    log,
    headersAt: publicHeadersAt(siteUrl, indexing, hsts),
    // Clients are distinguished by the address that the ingress passes on.
    trustedProxies,
    deadlineMs: SEARCHER_MS,
    checks: {
      // Ready during an outage of content: nearly all of what was loaded before is still true.
      titles: () => {
        if (!titles.position) throw new Error('the titles are still being loaded')
      },
    },
  })
  const ladder = startLoadShedding(service, measureLoad)
  const onFollowed = observeFollowing(service.metrics, () => titles.position?.revision)
  const titles = createTitleSearch({
    ...options,
    onFollowed,
    skipsSuggestions: () => ladder.leavesOut('suggestions'),
    log: service.app.log,
  })
  observeTitles(service.metrics, titles)
  observeDependencies(service.metrics, { content: () => options.content.listTitles(undefined, 1) })
  allowReadingOnly(service.app)
  service.app.register(titleRoutes, {
    titles,
    ladder,
    metrics: service.metrics,
    maxPerSecond,
  })

  return {
    service,
    titles,
    start: () => untilStopped(titles.follow),
  }
}

function observeTitles(metrics: Registry, titles: TitleSearch): void {
  const { gauge, counter } = observeWith(metrics)

  gauge({
    name: 'finlore_search_titles',
    help: 'Titles that can be found',
    read: () => titles.size,
  })
  counter({
    name: 'finlore_search_answers_total',
    help: 'Searches answered, by engine',
    labelNames: ['engine'],
    read: () => Object.entries(titles.answers).map(([engine, count]) => [{ engine }, count]),
  })
  if (titles.isMeiliUp === undefined) return
  gauge({
    name: 'finlore_search_breaker_open',
    help: '1 while search does not ask Meilisearch because it failed or gave wrong answers',
    read: () => (titles.isMeiliUp ? 0 : 1),
  })
  counter({
    name: 'finlore_search_meili_failures_total',
    help: 'Searches that the index in memory answered instead of Meilisearch, by reason',
    labelNames: ['reason'],
    read: () => Object.entries(titles.failures).map(([reason, count]) => [{ reason }, count]),
  })
}

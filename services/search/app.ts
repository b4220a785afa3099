import type { Registry } from 'prom-client'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { type IndexingSwitch, publicHeadersAt } from '#shared/http/indexing.ts'
import { climbLadder, type LoadFigures } from '#shared/http/load-ladder.ts'
import { allowReadingOnly } from '#shared/http/read-only.ts'
import {
  PRIVATE_NETWORKS,
  parseTrustedProxies,
  type TrustAddress,
} from '#shared/http/trusted-proxies.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observeFollowing } from './follow-metrics.ts'
import { titleRoutes } from './titles/title-routes.ts'
import {
  createTitleSearch,
  type TitleSearch,
  type TitleSearchOptions,
} from './titles/title-search.ts'

export interface SearchDependencies extends Omit<TitleSearchOptions, 'log' | 'isBrief'> {
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Whether search engines may list the site; off unless told otherwise. */
  indexing?: IndexingSwitch
  /** Searches that one address may make in a second. */
  maxPerSecond: number
  /** Who is believed about that; proxies of private networks unless given. */
  trustedProxies?: TrustAddress
  /** How it feels its load; by its event loop and its heap unless given. */
  feelLoad?: () => LoadFigures
  log: LogOptions
}

/** A search service that is built but knows no titles yet. */
export interface SearchApp {
  service: Service
  titles: TitleSearch
  /** Loads the titles and keeps them in step with content. */
  start(): { close(): Promise<void> }
}

/** Who types has typed on by then. */
const SEARCHER_MS = 1_000

/** Builds the search service. Opens no socket, reads no environment, follows nobody. */
export function buildApp({
  siteUrl,
  indexing = 'off',
  maxPerSecond,
  trustedProxies = parseTrustedProxies(PRIVATE_NETWORKS),
  feelLoad,
  log,
  ...options
}: SearchDependencies): SearchApp {
  const service = createService({
    name: 'search',
    log,
    headersAt: publicHeadersAt(siteUrl, indexing),
    // Readers are told apart by what the ingress says of them.
    trustedProxies,
    deadlineMs: SEARCHER_MS,
    checks: {
      // An outage of content is no reason: nearly all of what was loaded before is still true.
      titles: () => {
        if (!titles.position) throw new Error('the titles are still being loaded')
      },
    },
  })
  const ladder = climbLadder(service, feelLoad)
  const onFollowed = observeFollowing(service.metrics, () => titles.position?.revision)
  const titles = createTitleSearch({
    ...options,
    ...{ onFollowed, isBrief: () => ladder.leavesOut('suggestions'), log: service.app.log },
  })
  observeTitles(service.metrics, titles)
  observeDependencies(service.metrics, { content: () => options.content.listTitles(undefined, 1) })
  allowReadingOnly(service.app)
  service.app.register(titleRoutes, {
    ...{ titles, ladder, metrics: service.metrics, maxPerSecond },
  })

  return {
    service,
    titles,
    start() {
      const stopping = new AbortController()
      const following = titles.follow(stopping.signal)
      return {
        close() {
          stopping.abort()
          return following
        },
      }
    },
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
    help: '1 while Meilisearch is left alone because it failed or was wrong',
    read: () => (titles.isMeiliUp ? 0 : 1),
  })
  counter({
    name: 'finlore_search_meili_failures_total',
    help: 'Searches that the index in memory answered in place of Meilisearch, by why',
    labelNames: ['reason'],
    read: () => Object.entries(titles.failures).map(([reason, count]) => [{ reason }, count]),
  })
}

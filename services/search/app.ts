import { Counter } from 'prom-client'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { securityHeadersAt } from '#shared/http/security-headers.ts'
import { observeWith } from './observe.ts'
import { titleRoutes } from './titles/title-routes.ts'
import {
  createTitleSearch,
  type TitleSearch,
  type TitleSearchOptions,
} from './titles/title-search.ts'

export interface SearchDependencies extends Omit<TitleSearchOptions, 'log'> {
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Searches that one address may make in a second. */
  maxPerSecond: number
  log: LogOptions
}

/** A search service that is built but knows no titles yet. */
export interface SearchApp {
  service: Service
  titles: TitleSearch
  /** Loads the titles and keeps them in step with content. */
  start(): { close(): Promise<void> }
}

/** Builds the search service. Opens no socket, reads no environment, follows nobody. */
export function buildApp({
  siteUrl,
  maxPerSecond,
  log,
  ...options
}: SearchDependencies): SearchApp {
  const service = createService({
    name: 'search',
    log,
    headersAt: securityHeadersAt(siteUrl),
    // Readers are told apart by what the ingress says of them.
    trustProxy: true,
    checks: {
      // An outage of content is no reason: nearly all of what was loaded before is still true.
      titles: () => {
        if (!titles.position) throw new Error('the titles are still being loaded')
      },
    },
  })
  const titles = createTitleSearch({ ...options, log: service.app.log })
  installMetrics(service, titles)
  service.app.register(titleRoutes, { titles, maxPerSecond })

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

function installMetrics({ metrics }: Service, titles: TitleSearch): void {
  const observe = observeWith(metrics)

  observe('search_titles', 'Titles that can be found', () => titles.size)
  observe(
    'search_revision',
    'Revision of the content that the titles stand for',
    () => titles.position?.revision ?? 0,
  )
  observe('search_content_outage', '1 while the content service does not answer', () =>
    titles.state === 'outage' ? 1 : 0,
  )
  if (titles.isMeiliUp === undefined) return
  observe('search_meili_up', '0 while Meilisearch is left alone because it failed', () =>
    titles.isMeiliUp ? 1 : 0,
  )
  new Counter({
    name: 'search_meili_failures_total',
    help: 'Searches that our own index answered in place of Meilisearch, by why',
    labelNames: ['reason'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(titles.failures)) this.inc({ reason }, count)
    },
  })
}

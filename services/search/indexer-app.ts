import type { Locale } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import type { MeiliAddress } from './engines/meili/connect.ts'
import { createIndexer, type Indexer } from './engines/meili/create-indexer.ts'
import { observeWith } from './observe.ts'
import type { TitleSource } from './titles/follow-titles.ts'

export interface IndexerDependencies extends MeiliAddress {
  content: TitleSource
  locale: Locale
  log: LogOptions
}

/** An indexer that is built but not at work. */
export interface IndexerApp {
  service: Service
  start(): { close(): Promise<void> }
}

/** Builds the process that keeps titles in Meilisearch. Opens no socket, reads no environment. */
export function buildIndexer({ content, log, ...options }: IndexerDependencies): IndexerApp {
  const indexer = createIndexer({ ...options, source: content })
  const service = createService({
    name: 'search-indexer',
    log,
    checks: {
      // An outage of content is no reason: nearly all of what was written before is still true.
      index: () => {
        if (indexer.problem !== undefined) throw new Error(indexer.problem)
      },
    },
  })
  installMetrics(service, indexer)

  return {
    service,
    start() {
      const stopping = new AbortController()
      const following = indexer.follow(service.app.log, stopping.signal)
      return {
        close() {
          stopping.abort()
          return following
        },
      }
    },
  }
}

function installMetrics({ metrics }: Service, indexer: Indexer): void {
  const observe = observeWith(metrics)

  observe(
    'search_indexer_revision',
    'Revision of the content that the index in Meilisearch stands for',
    () => indexer.position?.revision ?? 0,
  )
  observe('search_indexer_content_outage', '1 while the content service does not answer', () =>
    indexer.isCutOff ? 1 : 0,
  )
  observe('search_indexer_problem', '1 while the index is not kept in step', () =>
    indexer.problem === undefined ? 0 : 1,
  )
  observe(
    'search_indexer_refused_titles',
    'Titles that Meilisearch refused, since the start',
    () => indexer.refused,
  )
  observe(
    'search_indexer_rebuilds',
    'Times that the whole index was written, since the start',
    () => indexer.rebuilds,
  )
  observe(
    'search_indexer_repaired_titles',
    'Titles that a comparison found wrong and put right, since the start',
    () => indexer.repaired,
  )
}

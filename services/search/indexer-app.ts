import type { Registry } from 'prom-client'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import type { MeiliAddress } from './engines/meili/connect.ts'
import { createIndexer, type Indexer } from './engines/meili/create-indexer.ts'
import { observeFollowing } from './follow-metrics.ts'
import type { TitleSource } from './titles/follow-titles.ts'

export interface IndexerDependencies extends MeiliAddress {
  content: TitleSource
  locale: Locale
  log: LogOptions
}

/** An indexer that is built but not started. */
export interface IndexerApp {
  service: Service
  start(): Running
}

/** Builds the process that keeps titles in Meilisearch. Opens no socket, reads no environment. */
export function buildIndexer({ content, log, ...options }: IndexerDependencies): IndexerApp {
  const service = createService({
    name: 'indexer',
    log,
    checks: {
      // Ready during an outage of content: nearly all of what was written before is still true.
      index: () => {
        if (indexer.problem !== undefined) throw new Error(indexer.problem)
      },
    },
  })
  const onFollowed = observeFollowing(service.metrics, () => indexer.position?.revision)
  const indexer = createIndexer({ ...options, source: content, onFollowed })
  observeIndexer(service.metrics, indexer)
  observeDependencies(service.metrics, {
    content: () => content.listTitles(undefined, 1),
    meilisearch() {
      if (!indexer.isMeiliUp) throw new Error(indexer.problem)
    },
  })

  return {
    service,
    start: () => untilStopped((stopping) => indexer.follow(service.app.log, stopping)),
  }
}

function observeIndexer(metrics: Registry, indexer: Indexer): void {
  const { gauge, counter } = observeWith(metrics)

  gauge({
    name: 'finlore_indexer_problem',
    help: '1 while the index in Meilisearch is not kept up to date',
    read: () => (indexer.problem === undefined ? 0 : 1),
  })
  counter({
    name: 'finlore_indexer_refused_titles_total',
    help: 'Titles that Meilisearch refused',
    read: () => indexer.refused,
  })
  counter({
    name: 'finlore_indexer_rebuilds_total',
    help: 'Full rebuilds of the index',
    read: () => indexer.rebuilds,
  })
  counter({
    name: 'finlore_indexer_repaired_titles_total',
    help: 'Titles that a comparison found wrong and corrected',
    read: () => indexer.repaired,
  })
}

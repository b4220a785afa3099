import type { Meilisearch } from 'meilisearch'
import { connectMeili, type MeiliAddress } from '../../services/search/engines/meili/connect.ts'
import { quoteFilter } from '../../services/search/engines/meili/filters.ts'
import { finishTask } from '../../services/search/engines/meili/finish-task.ts'
import { SETTINGS } from '../../services/search/engines/meili/index-settings.ts'
import { loadDocuments } from '../../services/search/engines/meili/load-documents.ts'
import { createMeiliEngine } from '../../services/search/engines/meili/meili-engine.ts'
import { createMeiliSink } from '../../services/search/engines/meili/meili-sink.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import { splitWords } from '../../services/shared/text/split-words.ts'
import { FEED } from '../../tests/support/site/search-titles.ts'
import { type BenchLocale, pagesOfTitles } from './generated-titles.ts'

/** The first titles that match, and how many there are. */
export interface MeiliAnswer {
  total: number
  ids: string[]
}

export interface MeiliPeer {
  name: string
  /** Seconds until all titles could be found. */
  loadSeconds: number
  find(text: string, limit: number): Promise<MeiliAnswer>
}

/** Timeout of a search, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Our own way to use Meilisearch, in an index that only the bench has. */
export async function loadOurIndex(
  address: MeiliAddress,
  size: number,
  locale: BenchLocale,
  cleanUp: AsyncDisposableStack,
): Promise<MeiliPeer> {
  const index = `bench_titles_${locale}`
  const client = connectMeili(address)
  cleanUp.defer(() => removeIndex(client, index))
  const startedAt = performance.now()
  const sink = createMeiliSink({ ...address, locale, index })
  await sink.replaceAll(pagesOfTitles(size, locale), { feed: FEED, revision: 1 })
  const engine = createMeiliEngine({ ...address, locale, index, timeoutMs: TIMEOUT_MS })
  return {
    name: 'Meilisearch',
    loadSeconds: (performance.now() - startedAt) / 1_000,
    async find(text, limit) {
      const part = { limit, offset: 0 }
      const { signal } = new AbortController()
      const { total, titles } = await engine.search(readTitleQuery(text, locale), part, signal)
      return { total, ids: titles.map(({ id }) => id) }
    },
  }
}

/** As its manual suggests: `CONTAINS` on unfolded titles, which differs slightly from our rule. */
export async function loadRawIndex(
  address: MeiliAddress,
  size: number,
  locale: BenchLocale,
  cleanUp: AsyncDisposableStack,
): Promise<MeiliPeer> {
  const name = `bench_raw_${locale}`
  const client = connectMeili(address)
  await removeIndex(client, name)
  cleanUp.defer(() => removeIndex(client, name))
  const startedAt = performance.now()
  await finishTask(client, client.createIndex(name, { primaryKey: 'id' }))
  await finishTask(client, client.index(name).updateSettings(RAW_SETTINGS))
  await loadDocuments(client, name, rawPages(size, locale), (_, reason) => {
    throw new Error(`Meilisearch refused a title: ${reason}`)
  })
  const index = client.index<{ id: string }>(name)
  return {
    name: 'raw CONTAINS',
    loadSeconds: (performance.now() - startedAt) / 1_000,
    async find(text, limit) {
      const { hits, estimatedTotalHits: total } = await index.search(null, {
        filter: splitWords(text).map((word) => `title CONTAINS ${quoteFilter(word)}`),
        sort: ['publishedAt:desc', 'id:asc'],
        limit,
      })
      return { total, ids: hits.map(({ id }) => id) }
    },
  }
}

const RAW_SETTINGS = {
  ...SETTINGS,
  displayedAttributes: ['id', 'title', 'path'],
  filterableAttributes: [
    {
      attributePatterns: ['title'],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
}

async function* rawPages(size: number, locale: BenchLocale) {
  for await (const page of pagesOfTitles(size, locale)) {
    yield page.map(({ publishedAt, ...title }) => ({
      ...title,
      publishedAt: Date.parse(publishedAt),
    }))
  }
}

/** Deleting an index that does not exist makes the task fail, which is ignored. */
async function removeIndex(client: Meilisearch, name: string): Promise<void> {
  await finishTask(client, client.deleteIndex(name)).catch(() => {})
}

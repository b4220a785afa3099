import type { Meilisearch, MultiSearchQuery } from 'meilisearch'
import { type TSchema, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { inSpan } from '#shared/tracing/span.ts'
import type { AskedPart } from '../engine.ts'
import { IndexState, isOurs, MAX_ODD_TITLES } from './index-state.ts'
import { StoredTitle } from './title-document.ts'

/** Titles that fulfil all of the filters, newest first, then by id. */
export interface TitleRequest extends AskedPart {
  filter: readonly string[]
}

export interface TitlePart {
  total: number
  titles: StoredTitle[]
}

/** Answers of an index from one consistent state. */
export interface IndexAnswer {
  state: IndexState
  parts: TitlePart[]
}

export interface WholeIndexAnswer extends IndexAnswer {
  /** Titles that only we can compare, at most `MAX_ODD_TITLES`, in no order. */
  odd: TitlePart
}

const partOf = <T extends TSchema>(hit: T) =>
  Type.Object({ hits: Type.Array(hit), estimatedTotalHits: Type.Integer() })

const TitleHits = partOf(StoredTitle)
const StateHits = partOf(IndexState)

const STATE: Omit<MultiSearchQuery, 'indexUid'> = { filter: ['kind = state'], limit: 1 }
const ODD = { filter: ['kind = odd'], limit: MAX_ODD_TITLES }
const ALL = { filter: ['kind IN [title, odd]'], limit: 0 }

const TITLE_FIELDS = Object.keys(StoredTitle.properties)
const ORDER = ['publishedAt:desc', 'id:asc']

/**
 * Sends several queries in one request. Meilisearch answers them one after another and may be
 * written to in between, so the first and the last query read the state.
 *
 * @throws when there is no index of ours, or when it changed meanwhile (`IndexChanged`)
 */
export async function askIndex(
  client: Meilisearch,
  index: string,
  requests: readonly TitleRequest[],
  signal?: AbortSignal,
): Promise<IndexAnswer> {
  const { state, answers } = await ask(client, index, requests.map(toQuery), signal)
  return { state, parts: answers.map(readTitles) }
}

/** The same, and checks that the index holds all titles of which its state speaks. */
export async function askWholeIndex(
  client: Meilisearch,
  index: string,
  requests: readonly TitleRequest[],
  signal?: AbortSignal,
): Promise<WholeIndexAnswer> {
  const queries = [{ ...ODD, attributesToRetrieve: TITLE_FIELDS }, ALL, ...requests.map(toQuery)]
  const { state, answers } = await ask(client, index, queries, signal)
  const [odd, all, ...parts] = answers.map(readTitles)
  if (!odd || !all) throw new Error('Meilisearch did not answer all queries')
  if (all.total !== state.titles) {
    throw new IncompleteIndex(`the index has ${all.total} titles instead of ${state.titles}`)
  }
  return { state, odd, parts }
}

/** The index was written to during a request; another attempt will succeed. */
export class IndexChanged extends Error {
  override readonly name = 'IndexChanged'
}

/** The index is not complete; only the indexer can repair it. */
export class IncompleteIndex extends Error {
  override readonly name = 'IncompleteIndex'
}

const toQuery = ({ filter, offset, limit }: TitleRequest) => ({
  filter: [...filter],
  offset,
  limit,
  sort: ORDER,
  attributesToRetrieve: TITLE_FIELDS,
})

async function ask(
  client: Meilisearch,
  index: string,
  queries: readonly Omit<MultiSearchQuery, 'indexUid'>[],
  signal?: AbortSignal,
) {
  const multiQueries = [STATE, ...queries, STATE].map((query) => ({ ...query, indexUid: index }))
  const { results } = await inSpan(
    'multi-search',
    'client',
    { 'db.system.name': 'meilisearch' },
    () => client.multiSearch({ queries: multiQueries }, signal && { signal }),
  )
  const before = readState(results.at(0))
  const after = readState(results.at(-1))
  if (before.stamp !== after.stamp) throw new IndexChanged('the index was written to meanwhile')
  return { state: before, answers: results.slice(1, -1) }
}

function readState(part: unknown): IndexState {
  const state = hasShape(StateHits, part) ? part.hits[0] : undefined
  if (!state || !isOurs(state)) throw new IncompleteIndex('the index has no state of this version')
  return state
}

function readTitles(part: unknown): TitlePart {
  if (!hasShape(TitleHits, part))
    throw new IncompleteIndex('the index has other documents than titles')
  return { total: part.estimatedTotalHits, titles: part.hits }
}

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { SearchAnswer } from '#shared/contracts/search.ts'
import { SiteError } from '#shared/errors.ts'
import { NETWORK_BITS } from '#shared/http/enforce-deadlines.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { observeRooms } from '#shared/metrics/observe-rooms.ts'
import { createRoom } from '#shared/room.ts'
import { FOLD_VERSION } from '#shared/text/fold.ts'
import { SEARCH_MAX_LENGTH, SEARCH_MAX_WORDS } from '#shared/text/search-limits.ts'
import { splitWords } from '#shared/text/split-words.ts'
import type { FeedPosition } from '../engines/engine.ts'
import { createTimeSlices } from './time-slices.ts'
import type { TitleSearch } from './title-search.ts'

export interface TitleRoutesOptions {
  titles: Pick<TitleSearch, 'position' | 'preferred' | 'isMeiliUp' | 'answer'>
  ladder: Pick<LoadLadder, 'refuse'>
  metrics: Registry
  /** Searches that one address may make in a second. */
  maxPerSecond: number
}

/** Numbers are parsed by hand, so that an error can say what is allowed. */
const SearchQuery = Type.Object({
  q: Type.String({ default: '' }),
  limit: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
})

const LIMIT = { field: 'limit', from: 1, to: 50, otherwise: 8 }
const OFFSET = { field: 'offset', from: 0, to: 10_000, otherwise: 0 }
const CACHE_CONTROL = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
const SECOND_MS = 1_000
/** Milliseconds for which searches may occupy the thread before other work runs. */
const SLICE_MS = 10

export async function titleRoutes(app: FastifyInstance, options: TitleRoutesOptions) {
  const { titles, ladder, metrics, maxPerSecond } = options
  const searches = createRoom({
    // Our own engine blocks this thread; Meilisearch runs elsewhere and is only waited for.
    places: () => (titles.preferred === 'meili' && titles.isMeiliUp ? 32 : 1),
    maxWaiting: () => 100,
    maxWaitMs: 250,
  })
  observeRooms(metrics, { searches })
  const inTimeSlices = createTimeSlices(SLICE_MS)
  const routes = app.withTypeProvider<TypeBoxProvider>()
  await app.register(rateLimit, {
    max: maxPerSecond,
    timeWindow: SECOND_MS,
    ipv6Subnet: NETWORK_BITS,
    errorResponseBuilder: () =>
      new SiteError('too-many-requests', 'Too many searches at once; try again in a second'),
  })

  routes.get(
    '/api/search',
    { schema: { querystring: SearchQuery, response: { 200: SearchAnswer, 304: Type.Unknown() } } },
    async ({ query: { q: query, ...page }, headers }, reply) => {
      refuseLongQuery(query)
      const limit = readNumber(page.limit, LIMIT)
      const offset = readNumber(page.offset, OFFSET)

      reply.headers({ 'cache-control': CACHE_CONTROL, 'x-search-engine': titles.preferred })
      const current = titles.position && etagOf(titles.position)
      if (current && isKnown(headers['if-none-match'], current)) {
        return reply.code(304).header('etag', current).send(undefined)
      }
      ladder.refuse('lite')
      const found = await searches.enter(() =>
        inTimeSlices(() => titles.answer(query, { limit, offset })),
      )
      if (!found) return { query, total: 0, hits: [], suggestions: [] }
      reply.header('x-search-engine', found.engine)
      if (found.isPartial) reply.header('cache-control', 'no-store')
      else reply.header('etag', etagOf(found.position))
      return found.answer
    },
  )
}

function refuseLongQuery(query: string): void {
  if (query.length > SEARCH_MAX_LENGTH) {
    throw refusal('q', `must not be longer than ${SEARCH_MAX_LENGTH} characters`)
  }
  if (splitWords(query).length > SEARCH_MAX_WORDS) {
    throw refusal('q', `must not have more than ${SEARCH_MAX_WORDS} words`)
  }
}

function readNumber(text: string | undefined, { field, from, to, otherwise }: typeof LIMIT) {
  if (text === undefined) return otherwise
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw refusal(field, `must be a whole number from ${from} to ${to}`)
}

function refusal(field: string, message: string): SiteError {
  return new SiteError('invalid-input', `${field} ${message}`, { reasons: [{ field, message }] })
}

/** Increase it when the same titles would give another answer: cached ones are then not used. */
const RULES_VERSION = 3

/** The answer at one address depends on the content and on our rules only. */
function etagOf({ feed, revision }: FeedPosition): string {
  return `W/"${FOLD_VERSION}.${RULES_VERSION}-${feed}-${revision}"`
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag.slice(2))
}

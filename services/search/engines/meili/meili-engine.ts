import type { Locale } from '#shared/contracts/primitives.ts'
import type { AskedPart, FeedPosition, FoundTitles, TitleEngine, TitleQuery } from '../engine.ts'
import { askIndex, askWholeIndex, IndexChanged, type TitleRequest } from './ask-index.ts'
import {
  CONTAINS_IS_OFF,
  connectMeili,
  indexNameOf,
  type MeiliAddress,
  meiliCodeOf,
} from './connect.ts'
import { pageOfTiers } from './page-of-tiers.ts'
import { byCloseness, createRanking, type RankedTitle } from './rank-titles.ts'
import { type Filters, filtersOf, tiersOf } from './tiers-of-query.ts'
import { articleIdOf, type StoredTitle } from './title-document.ts'

export interface MeiliEngineOptions extends MeiliAddress {
  locale: Locale
  /** Whether answers at this position are new enough for readers; by default all are. */
  isCurrent?: (position: FeedPosition) => boolean
  /** `titles_{locale}` by default. */
  index?: string
  /** For a whole search. */
  timeoutMs?: number
}

export interface MeiliEngine extends TitleEngine {
  /** Checks the index without searching. @throws when it could not be searched now */
  look(): Promise<FeedPosition>
}

const TIMEOUT_MS = 150
const LOOKS = 3
/** Up to this many titles are faster to fetch and sort here than to request tier by tier. */
const FEW_TITLES = 200

/** Finds titles in Meilisearch. Stores nothing: a possibly incomplete answer is an error. */
export function createMeiliEngine(options: MeiliEngineOptions): MeiliEngine {
  const { locale, isCurrent = () => true, timeoutMs = TIMEOUT_MS } = options
  const { index = indexNameOf(locale) } = options
  const client = connectMeili(options)
  let position: FeedPosition | undefined

  function accept({ feed, revision }: FeedPosition): void {
    position = { feed, revision }
    if (!isCurrent(position)) {
      throw new Error(`Meilisearch is at revision ${revision} of ${feed}, which is not current`)
    }
  }

  async function searchOnce(query: TitleQuery, part: AskedPart, signal: AbortSignal) {
    const ranking = createRanking(query, locale)
    const filters = filtersOf(query)
    const first = await askWholeIndex(client, index, filters ? firstRequests(filters) : [], signal)
    const { state } = first
    accept(state)
    const at = { feed: state.feed, revision: state.revision }
    if (first.odd.total > first.odd.titles.length) {
      throw new Error(`${first.odd.total} titles are too many to compare here`)
    }

    const [all = { total: 0, titles: [] }, starting = { total: 0 }] = first.parts
    const found = ranking.check(all.titles)
    const odd = ranking.select(first.odd.titles)
    const total = all.total + odd.length
    if (all.total <= FEW_TITLES) {
      if (found.length !== all.total) throw new Error('Meilisearch counted more than it found')
      const ranked = [...found, ...odd].sort(byCloseness)
      return { position: at, total, titles: pageOf(ranked, part) }
    }

    const tiers = tiersOf(query, filters, { all: all.total, starting: starting.total }, found, odd)
    const page = await pageOfTiers(tiers, part, ranking, async (request) => {
      const next = await askIndex(client, index, [request], signal)
      if (next.state.stamp !== state.stamp) throw new IndexChanged('the index was written to')
      return next.parts[0] ?? { total: 0, titles: [] }
    })
    return { position: at, total, titles: page.map(toFound) }
  }

  return {
    name: 'meili',
    get position() {
      return position
    },

    async search(query, part, signal) {
      // A signal of our own disables the client's timeout.
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      for (let look = 1; ; look++) {
        try {
          return await explain(searchOnce(query, part, deadline))
        } catch (error) {
          // Writes are short: another attempt usually sees a consistent state.
          if (!(error instanceof IndexChanged && look < LOOKS)) throw error
        }
      }
    },

    async look() {
      const signal = AbortSignal.timeout(timeoutMs)
      const { state } = await explain(askWholeIndex(client, index, [CONTAINS_PROBE], signal))
      accept(state)
      return { feed: state.feed, revision: state.revision }
    },
  }
}

const CONTAINS_PROBE: TitleRequest = { filter: ['tok CONTAINS "a"'], limit: 0, offset: 0 }

/** The newest matching titles, and how many begin with what was typed. */
const firstRequests = ({ words, start }: Filters): TitleRequest[] => [
  { filter: words, limit: FEW_TITLES, offset: 0 },
  ...(start ? [{ filter: [start], limit: 0, offset: 0 }] : []),
]

const pageOf = (ranked: readonly RankedTitle[], { limit, offset }: AskedPart) =>
  ranked.slice(offset, offset + limit).map(toFound)

function toFound({ stored }: { stored: StoredTitle }): FoundTitles['titles'][number] {
  return { id: articleIdOf(stored), title: stored.title, path: stored.path }
}

/** Meilisearch's own message about a disabled feature is meant for those who write filters. */
function explain<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    if (meiliCodeOf(cause) !== 'feature_not_enabled') throw cause
    throw new Error(CONTAINS_IS_OFF, { cause })
  })
}

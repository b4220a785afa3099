import type { FastifyBaseLogger } from 'fastify'
import type { Change } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { createEmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import type {
  AskedPart,
  EngineName,
  FeedPosition,
  TitleEngine,
  TitleQuery,
} from '../engines/engine.ts'
import { createFreshness, type Freshness } from '../engines/freshness.ts'
import {
  type EngineFailure,
  type GuardedEngine,
  type GuardOptions,
  guardEngine,
} from '../engines/guarded-engine.ts'
import type { MeiliAddress } from '../engines/meili/connect.ts'
import { createMeiliEngine } from '../engines/meili/meili-engine.ts'
import { createNameIndex } from '../similar/name-index.ts'
import {
  createTitleFollower,
  type FollowerState,
  type TitleSource,
} from '../titles/follow-titles.ts'
import type { TitleSink } from '../titles/title-sink.ts'
import { type EngineAnswer, type Found, searchTitles } from './search-titles.ts'

/** `auto`: Meilisearch where there is one. */
export type EngineChoice = 'auto' | EngineName

export interface TitleSearchOptions {
  locale: Locale
  content: TitleSource
  engine: EngineChoice
  /** The address of Meilisearch, if there is one; `index` as the indexer names it. */
  meili?: (MeiliAddress & { index?: string }) | undefined
  isCompared?: GuardOptions['isCompared'] | undefined
  /** Called with changes that can be found from now on. */
  onFollowed?: ((changes: readonly Change[]) => void) | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Whether suggestions are left out at the moment; never by default. */
  skipsSuggestions?: (() => boolean) | undefined
}

/** The search service without HTTP. */
export interface TitleSearch {
  /** The position of our own copy of the titles; undefined until they are loaded. */
  readonly position: FeedPosition | undefined
  readonly size: number
  readonly state: FollowerState
  /** The engine that is asked first. */
  readonly preferred: EngineName
  /** False while Meilisearch is not asked because it failed; undefined where there is none. */
  readonly isMeiliUp: boolean | undefined
  readonly failures: Readonly<Record<EngineFailure, number>>
  /** Searches answered so far. */
  readonly answers: Readonly<Record<EngineName, number>>
  /** @throws {SiteError} `unavailable` while no engine can answer */
  answer(text: string, part: AskedPart): Promise<Found | undefined>
  /** Keeps the titles in step with content until the signal aborts. Never rejects. */
  follow(signal: AbortSignal): Promise<void>
}

/** An index in Meilisearch that is further behind than this is not used. */
const MAX_LAG_MS = 5_000
/** The embedded engine answers at once, or throws. */
const NO_SIGNAL = new AbortController().signal

export function createTitleSearch(options: TitleSearchOptions): TitleSearch {
  const { locale, content, engine: choice, meili: address, log } = options
  const { skipsSuggestions = () => false } = options
  const failures = { failed: 0, 'circuit-open': 0, wrong: 0 }
  const answers = { embedded: 0, meili: 0 }
  const freshness = createFreshness(MAX_LAG_MS)
  const names = createNameIndex(locale)
  const embedded = createEmbeddedEngine(locale, (err) =>
    log.warn({ err }, 'the titles could not be put in order; the next change tries again'),
  )
  const meili = address && createMeiliEngine({ ...address, locale, isCurrent: freshness.isCurrent })
  const guarded = meili && guardMeili(meili, embedded, failures, options)

  function preferredEngine(): EngineName {
    return guarded && choice !== 'embedded' ? 'meili' : 'embedded'
  }

  /** Asks one engine, and the other one if that does not answer: both find the same. */
  async function find(query: TitleQuery, part: AskedPart): Promise<EngineAnswer> {
    if (preferredEngine() === 'meili') {
      const found = await guarded?.search(query, part)
      if (found) return { ...found, engine: 'meili' }
    }
    if (!embedded.position) throw new SiteError('unavailable', 'The titles are still being loaded')
    return { ...(await embedded.search(query, part, NO_SIGNAL)), engine: 'embedded' }
  }

  const follower = createTitleFollower({
    source: content,
    sink: noteWrites(embedded, freshness),
    names,
    onFollowed: options.onFollowed,
  })

  return {
    get position() {
      return embedded.position
    },
    get size() {
      return embedded.size
    },
    get state() {
      return follower.state
    },
    get preferred() {
      return preferredEngine()
    },
    get isMeiliUp() {
      return guarded?.isAsked
    },
    failures,
    answers,

    async answer(text, part) {
      const from = { locale, find, embedded, names, skipsSuggestions }
      const found = await searchTitles(text, part, from)
      if (found) answers[found.engine] += 1
      return found
    },

    async follow(signal) {
      // Operators should see at once what is wrong, not at the first search.
      meili?.look().catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err }, 'Meilisearch cannot be used; our own index answers')
      })
      await follower.follow(log, signal)
    },
  }
}

/** Asks Meilisearch only while it answers; counts its failures, and logs the begin of an outage. */
function guardMeili(
  engine: TitleEngine,
  reference: TitleEngine,
  failures: Record<EngineFailure, number>,
  { isCompared, log }: Pick<TitleSearchOptions, 'isCompared' | 'log'>,
): GuardedEngine {
  let isDown = false
  return guardEngine({
    engine,
    reference,
    isCompared,
    onAnswer() {
      if (isDown) log.info({}, 'Meilisearch answers again')
      isDown = false
    },
    onFailure(failure, err) {
      failures[failure] += 1
      // Once per outage: a line per search would hide what else is going on.
      if (isDown && failure !== 'wrong') return
      isDown = true
      log.warn({ err, failure }, 'Meilisearch did not answer; our own index did')
    },
  })
}

/** The same sink, with each position noted when its titles can be found. */
const noteWrites = (sink: TitleSink, freshness: Freshness): TitleSink => ({
  async replaceAll(pages, position) {
    await sink.replaceAll(pages, position)
    freshness.note(position)
  },
  async apply(change, position) {
    await sink.apply(change, position)
    freshness.note(position)
  },
})

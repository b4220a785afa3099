import type { FastifyBaseLogger } from 'fastify'
import type { Change } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createChooser, type EngineChoice } from '../engines/choose-engine.ts'
import { createEmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import type { AskedPart, EngineName, Position } from '../engines/engine.ts'
import { createFreshness } from '../engines/freshness.ts'
import { type EngineFailure, type GuardOptions, guardEngine } from '../engines/guarded-engine.ts'
import type { MeiliAddress } from '../engines/meili/connect.ts'
import { createMeiliEngine } from '../engines/meili/meili-engine.ts'
import { createNameIndex } from '../similar/name-index.ts'
import { answerSearch, type Found } from './answer-search.ts'
import { createTitleFollower, type FollowerState, type TitleSource } from './follow-titles.ts'
import type { TitleSink } from './title-sink.ts'

export interface TitleSearchOptions {
  locale: Locale
  content: TitleSource
  engine: EngineChoice
  /** Where Meilisearch is, if there is one; `index` as the indexer names it. */
  meili?: (MeiliAddress & { index?: string }) | undefined
  isCompared?: GuardOptions['isCompared'] | undefined
  /** Told which changes can be found from now on. */
  onFollowed?: ((changes: readonly Change[]) => void) | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Whether what is similar is left out just now; never unless given. */
  isBrief?: (() => boolean) | undefined
}

/** All that the search service knows and does, without HTTP. */
export interface TitleSearch {
  /** What our own copy of the titles stands for; undefined until they were loaded. */
  readonly position: Position | undefined
  readonly size: number
  readonly state: FollowerState
  /** Who is asked first. */
  readonly preferred: EngineName
  /** False while Meilisearch is left alone because it failed; undefined where there is none. */
  readonly isMeiliUp: boolean | undefined
  readonly failures: Readonly<Record<EngineFailure, number>>
  /** Searches answered so far. */
  readonly answers: Readonly<Record<EngineName, number>>
  /** @throws {SiteError} `unavailable` while no engine can answer */
  answer(text: string, part: AskedPart): Promise<Found | undefined>
  /** Keeps the titles in step with content until the signal aborts. Never rejects. */
  follow(signal: AbortSignal): Promise<void>
}

/** Another copy of the titles that is further behind than this is not asked. */
const MAX_LAG_MS = 5_000

export function createTitleSearch(options: TitleSearchOptions): TitleSearch {
  const { locale, content, engine: choice, meili: address, isCompared, log } = options
  const { isBrief = () => false } = options
  const failures = { failed: 0, 'left-alone': 0, wrong: 0 }
  const answers = { embedded: 0, meili: 0 }
  let isDown = false
  const freshness = createFreshness(MAX_LAG_MS)
  const names = createNameIndex(locale)
  const embedded = createEmbeddedEngine(locale, (err) =>
    log.warn({ err }, 'the titles could not be put in order; the next change tries again'),
  )
  const meili = address && createMeiliEngine({ ...address, locale, isCurrent: freshness.isCurrent })
  const guarded =
    meili &&
    guardEngine({
      engine: meili,
      witness: embedded,
      isCompared,
      onAnswer() {
        if (isDown) log.info({}, 'Meilisearch answers again')
        isDown = false
      },
      onFailure(failure, err) {
        failures[failure] += 1
        // Once per outage: a line for every search would hide what else is going on.
        if (isDown && failure !== 'wrong') return
        isDown = true
        log.warn({ err, failure }, 'Meilisearch did not answer; our own index does')
      },
    })
  const chooser = createChooser({ choice, embedded, meili: guarded })

  const sink: TitleSink = {
    async replaceAll(pages, position) {
      await embedded.replaceAll(pages, position)
      freshness.note(position)
    },
    async apply(change, position) {
      await embedded.apply(change, position)
      freshness.note(position)
    },
  }
  const follower = createTitleFollower({
    ...{ source: content, sink, names },
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
      return chooser.preferred
    },
    get isMeiliUp() {
      return guarded?.isAsked
    },
    failures,
    answers,

    async answer(text, part) {
      const from = { locale, find: chooser.find, embedded, names, isBrief }
      const found = await answerSearch(text, part, from)
      if (found) answers[found.engine] += 1
      return found
    },

    async follow(signal) {
      // Whoever set it up wants to know now what is wrong, and not at the first search.
      meili?.look().catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err }, 'Meilisearch cannot be asked; our own index answers')
      })
      await follower.follow(log, signal)
    },
  }
}

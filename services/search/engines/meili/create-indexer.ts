import { setTimeout as sleep } from 'node:timers/promises'
import { aborted } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Meilisearch } from 'meilisearch'
import type { Change } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import {
  createTitleFollower,
  type TitleFollower,
  type TitleSource,
} from '../../titles/follow-titles.ts'
import type { TitleSink } from '../../titles/title-sink.ts'
import type { FeedPosition } from '../engine.ts'
import { compareTitles } from './compare-titles.ts'
import { connectMeili, indexNameOf, type MeiliAddress } from './connect.ts'
import { createMeiliSink, type MeiliSink } from './meili-sink.ts'
import { requireContains } from './require-contains.ts'

export interface IndexerOptions extends MeiliAddress {
  source: TitleSource
  locale: Locale
  /** `titles_{locale}` by default. */
  index?: string
  /** How often to check whether the index still exists and is complete. */
  watchMs?: number
  /** How often to compare all titles. */
  compareMs?: number
  /** Called with changes that can be found from now on. */
  onFollowed?: ((changes: readonly Change[]) => void) | undefined
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export interface Indexer {
  /** Whether the last check of Meilisearch succeeded. */
  readonly isMeiliUp: boolean
  /** Why the index is not in step at the moment; undefined while it is. */
  readonly problem: string | undefined
  /** Whether content does not answer, or its titles could not be written. */
  readonly isCutOff: boolean
  /** The position at which the index was last written. */
  readonly position: FeedPosition | undefined
  /** Titles that Meilisearch refused, since the start. */
  readonly refused: number
  /** How often the whole index was written, since the start. */
  readonly rebuilds: number
  /** Titles that a comparison found wrong and corrected, since the start. */
  readonly repaired: number
  /**
   * Keeps the index in step with content until the signal aborts. Never rejects. Meilisearch may
   * still work on a task afterwards; the next indexer finds out how that ended.
   */
  follow(log: Log, signal: AbortSignal): Promise<void>
}

/** Why an index can no longer be followed, and whether it must be filled again. */
interface WatchEnd {
  reason: string
  mustRebuild: boolean
}

const WATCH_MS = 2_000
const COMPARE_MS = 60 * 60_000
/** Milliseconds for a write under way to end at shutdown. */
const GRACE_MS = 3_000
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000]

/** The index of an indexer, and what is known about it. */
interface IndexerState {
  readonly options: IndexerOptions
  readonly client: Meilisearch
  readonly index: string
  readonly watchMs: number
  readonly compareMs: number
  /** The result of the last check of the index; undefined if it succeeded. */
  outage: string | undefined
  /** The result of the last write; undefined if it succeeded. */
  failure: string | undefined
  isCutOff: boolean
  position: FeedPosition | undefined
  refused: number
  rebuilds: number
  repaired: number
}

/**
 * Writes titles to Meilisearch, checks them regularly, and fills the index again when it is lost.
 * It must be the only indexer: it notices another, and continues from what that one wrote.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { index = indexNameOf(options.locale) } = options
  const { watchMs = WATCH_MS, compareMs = COMPARE_MS } = options
  const state: IndexerState = {
    options,
    client: connectMeili(options),
    index,
    watchMs,
    compareMs,
    outage: 'it has not begun',
    failure: undefined,
    isCutOff: false,
    position: undefined,
    refused: 0,
    rebuilds: 0,
    repaired: 0,
  }
  const indexer: Indexer = {
    get isMeiliUp() {
      return state.outage === undefined
    },
    get problem() {
      return state.outage ?? state.failure
    },
    get isCutOff() {
      return state.isCutOff
    },
    get position() {
      return state.position
    },
    get refused() {
      return state.refused
    },
    get rebuilds() {
      return state.rebuilds
    },
    get repaired() {
      return state.repaired
    },
    async follow(log, signal) {
      const working = followForEver(state, log, signal)
      await Promise.race([working, aborted(signal, indexer)])
      await settlesWithin(GRACE_MS, working)
    },
  }
  return indexer
}

async function followForEver(state: IndexerState, log: Log, signal: AbortSignal): Promise<void> {
  let failures = 0
  let mustRebuild = false
  while (!signal.aborted) {
    try {
      const end = await followUntilDamaged(state, mustRebuild, log, signal)
      failures = 0
      mustRebuild = end?.mustRebuild === true
      if (end) log.warn({ reason: end.reason }, 'the index was changed or lost')
    } catch (err) {
      state.outage = messageOf(err)
      // Once per outage: a log line per attempt would hide what else is going on.
      if (failures === 0 && !signal.aborted) log.warn({ err }, 'cannot keep the index up to date')
      const pauseMs = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      failures += 1
    }
  }
}

async function followUntilDamaged(
  state: IndexerState,
  mustRebuild: boolean,
  log: Log,
  signal: AbortSignal,
): Promise<WatchEnd | undefined> {
  const { options, client, index } = state
  await requireContains(client, index)
  const meiliSink = createMeiliSink({
    ...options,
    onRefused(id, reason) {
      state.refused += 1
      log.error({ id, reason }, 'Meilisearch refused a title; search compares it itself')
    },
  })
  const standing = await meiliSink.readStanding()
  if ('damage' in standing) log.warn({ damage: standing.damage }, 'filling the index')
  const from =
    'position' in standing &&
    !mustRebuild &&
    (await isOfContent(options.source, standing.position, signal))
      ? standing.position
      : undefined
  state.position = from
  state.outage = undefined
  state.failure = from ? undefined : 'the index is being filled'

  const stopping = new AbortController()
  const follower = createTitleFollower({
    source: options.source,
    sink: recordWrites(state, meiliSink),
    from,
    onFollowed: options.onFollowed,
  })
  const following = follower.follow(log, AbortSignal.any([signal, stopping.signal]))
  try {
    return await watch(state, meiliSink, follower, log, signal)
  } finally {
    stopping.abort()
    await following
  }
}

/** Checked first, so as not to wait for a long poll. If content is down, assumes that it is. */
async function isOfContent(
  source: TitleSource,
  { feed }: FeedPosition,
  signal: AbortSignal,
): Promise<boolean> {
  const newest = await source.listTitles(undefined, 1, signal).catch(() => undefined)
  return newest === undefined || newest.feed === feed
}

/** The same sink, whose writes and their results are recorded in the state. */
function recordWrites(state: IndexerState, sink: TitleSink): TitleSink {
  const record = async (work: Promise<void>, next: FeedPosition) => {
    try {
      await work
      state.position = next
      state.failure = undefined
    } catch (error) {
      state.failure = messageOf(error)
      throw error
    }
  }
  return {
    replaceAll(pages, next) {
      state.rebuilds += 1
      return record(sink.replaceAll(pages, next), next)
    },
    apply: (change, next) => record(sink.apply(change, next), next),
  }
}

/** Checks the index regularly until it is no longer as it was written, or the signal aborts. */
async function watch(
  state: IndexerState,
  meiliSink: MeiliSink,
  follower: TitleFollower,
  log: Log,
  signal: AbortSignal,
): Promise<WatchEnd | undefined> {
  const { client, index, watchMs, compareMs } = state
  for (let compareAt = Date.now() + compareMs; ; ) {
    await sleep(watchMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    state.isCutOff = follower.state === 'outage'
    try {
      const damage = await meiliSink.findDamage()
      if (damage !== undefined) return { reason: damage, mustRebuild: false }
      if (state.position) await requireContains(client, index)
      state.outage = undefined
    } catch (err) {
      // Once per outage, as above.
      if (state.outage === undefined) log.warn({ err }, 'cannot check the index')
      state.outage = messageOf(err)
      continue
    }
    if (Date.now() < compareAt || !state.position || state.isCutOff) continue
    compareAt = Date.now() + compareMs
    try {
      const { repaired, hasUnknownTitles } = await compareTitles(
        state.options.source,
        meiliSink,
        signal,
      )
      state.repaired += repaired
      if (repaired > 0) log.error({ repaired }, 'corrected wrong titles in the index')
      if (hasUnknownTitles)
        return { reason: 'it has titles that content does not have', mustRebuild: true }
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'cannot compare the titles')
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

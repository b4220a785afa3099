import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import {
  type Change,
  type ChangeFeed,
  NAMES_TAG,
  TITLE_TAG,
  type TitleEntry,
  type TitleList,
} from '#shared/contracts/change.ts'
import type { Position } from '../engines/engine.ts'
import type { NameSink, TitleSink } from './title-sink.ts'

/** What the follower asks of content. Every call ends in time by itself, well or badly. */
export type TitleSource = Pick<
  ContentClient,
  'listTitles' | 'findTitles' | 'readChanges' | 'listNames'
>

export interface FollowerOptions {
  source: TitleSource
  /** Nobody else writes to it. */
  sink: TitleSink
  /** Who wants to know the names too. */
  names?: NameSink | undefined
  /** What the sink holds already; without it, all titles are loaded. */
  from?: Position | undefined
  /** Told which changes can be found from now on; not of those that a load of all titles had. */
  onFollowed?: ((changes: readonly Change[]) => void) | undefined
  /** Waits for so many milliseconds, or rejects when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** `outage`: content does not answer, and what the index holds is served. */
export type FollowerState = 'loading' | 'following' | 'outage'

export interface TitleFollower {
  readonly state: FollowerState
  /** Keeps the index in step with content until the signal aborts. Never rejects. */
  follow(log: Log, signal: AbortSignal): Promise<void>
}

const TITLES_PER_PAGE = 1_000
const IDS_PER_REQUEST = 100
const POLL_MS = 20_000
/** After an answer that brought nothing: content that is draining answers every poll at once. */
const IDLE_PAUSE_MS = 100
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

export function createTitleFollower(options: FollowerOptions): TitleFollower {
  const { source, sink, names, onFollowed } = options
  const { pause = (ms, signal) => sleep(ms, undefined, { signal }) } = options
  let state: FollowerState = 'loading'
  let position = options.from

  async function loadAll(log: Log, signal: AbortSignal): Promise<void> {
    const first = await source.listTitles(undefined, TITLES_PER_PAGE, signal)
    const { feed, revision } = first
    await loadNames({ feed, revision }, signal)
    // Later pages may be newer than the first: what changed meanwhile is read once more.
    await sink.replaceAll(pagesFrom(first, signal), { feed, revision })
    position = { feed, revision }
    log.info({ feed, revision }, 'loaded all titles')
  }

  async function* pagesFrom(first: TitleList, signal: AbortSignal) {
    for (let page = first; page.titles.length > 0; ) {
      yield page.titles
      page = await source.listTitles(page.titles.at(-1)?.id, TITLES_PER_PAGE, signal)
      if (page.feed !== first.feed) throw new Error('the content began a new history meanwhile')
    }
  }

  /** Names that are as new as the position, or newer. */
  async function loadNames(at: Position, signal: AbortSignal): Promise<void> {
    if (!names) return
    const list = await source.listNames(signal)
    requireHistory(list, at)
    await names.replaceNames(list)
  }

  async function followFrom(known: Position, log: Log, signal: AbortSignal): Promise<void> {
    const news = await source.readChanges(known.revision, POLL_MS, signal)
    if (!continues(news, known)) {
      log.info({ known, feed: news.feed, revision: news.revision }, 'loading all titles again')
      position = undefined
      return pauseQuietly(signal)
    }

    const newest = news.changes.at(-1)
    if (!newest) return pauseQuietly(signal)

    const next = { feed: known.feed, revision: newest.revision }
    const ids = changedTitles(news)
    const upserts = await readTitles(ids, next, signal)
    const published = new Set(upserts.map((entry) => entry.id))
    if (news.changes.some((change) => change.tags.includes(NAMES_TAG)))
      await loadNames(next, signal)
    await sink.apply({ upserts, removals: ids.filter((id) => !published.has(id)) }, next)
    position = next
    onFollowed?.(news.changes)
  }

  /** Those of the titles that are published, as they are at the position or later. */
  async function readTitles(ids: readonly string[], at: Position, signal: AbortSignal) {
    const entries: TitleEntry[] = []
    for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
      const part = ids.slice(start, start + IDS_PER_REQUEST)
      const list = await source.findTitles(part, signal)
      requireHistory(list, at)
      entries.push(...list.titles)
    }
    return entries
  }

  function pauseQuietly(signal: AbortSignal): Promise<void> {
    return pause(IDLE_PAUSE_MS, signal).then(
      () => undefined,
      () => undefined,
    )
  }

  return {
    get state() {
      return state
    },

    async follow(log, signal) {
      let failures = 0
      while (!signal.aborted) {
        try {
          await (position ? followFrom(position, log, signal) : loadAll(log, signal))
          if (failures > 0) log.info({ failures }, 'content answers again')
          failures = 0
          state = position ? 'following' : 'loading'
        } catch (err) {
          if (signal.aborted) return
          // Once per outage: a log of every attempt would hide what else is going on.
          if (failures === 0) log.warn({ err }, 'cannot follow the titles')
          state = 'outage'
          await pause(retryDelayMs(failures), signal).catch(() => undefined)
          failures += 1
        }
      }
    },
  }
}

/** Whether the answer is of the same history and leaves nothing out. */
function continues(news: ChangeFeed, known: Position): boolean {
  if (news.feed !== known.feed) return false
  // Every committed edit has the next revision. Where that is missing, the history is shorter than
  // ours, or its old changes were forgotten.
  const expected = news.revision === known.revision ? undefined : known.revision + 1
  return news.changes[0]?.revision === expected
}

function requireHistory(answer: Position, at: Position): void {
  if (answer.feed !== at.feed || answer.revision < at.revision) {
    throw new Error('the answer is not from the history that the changes are from')
  }
}

function changedTitles({ changes }: ChangeFeed): string[] {
  const tags = changes.flatMap((change) => change.tags).filter((tag) => tag.startsWith(TITLE_TAG))
  return [...new Set(tags.map((tag) => tag.slice(TITLE_TAG.length)))]
}

/** Doubles up to a limit; half of it is chance, so that replicas do not come back in step. */
function retryDelayMs(failures: number): number {
  const fullMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return fullMs * (0.5 + Math.random() / 2)
}

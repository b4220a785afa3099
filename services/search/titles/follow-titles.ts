import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { Change, ChangeFeed, TitleEntry, TitleList } from '#shared/contracts/change.ts'
import { NAMES_TAG, parseTag } from '#shared/contracts/tags.ts'
import type { FeedPosition } from '../engines/engine.ts'
import type { NameSink, TitleChange, TitleSink } from './title-sink.ts'

/** The part of content that the follower uses. Every call has a timeout of its own. */
export type TitleSource = Pick<
  ContentClient,
  'listTitles' | 'findTitles' | 'readChanges' | 'listNames'
>

export interface FollowerOptions {
  source: TitleSource
  /** The follower must be its only writer. */
  sink: TitleSink
  /** Receives the names as well. */
  names?: NameSink | undefined
  /** The position of what the sink already contains; without it, all titles are loaded. */
  from?: FeedPosition | undefined
  /** Called with changes that can be found from now on, except those of a load of all titles. */
  onFollowed?: ((changes: readonly Change[]) => void) | undefined
  /** Waits for that many milliseconds, or rejects when the signal aborts. */
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
/** Milliseconds after an answer without changes: draining content answers polls at once. */
const IDLE_PAUSE_MS = 100
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

export function createTitleFollower(options: FollowerOptions): TitleFollower {
  const { source, sink, onFollowed } = options
  const { pause = (ms, signal) => sleep(ms, undefined, { signal }) } = options
  let state: FollowerState = 'loading'
  let position = options.from

  async function loadAll(log: Log, signal: AbortSignal): Promise<void> {
    const first = await source.listTitles(undefined, TITLES_PER_PAGE, signal)
    const { feed, revision } = first
    await loadNames(options, { feed, revision }, signal)
    // Later pages may be newer than the first: changes made meanwhile will be read again.
    await sink.replaceAll(pagesFrom(source, first, signal), { feed, revision })
    position = { feed, revision }
    log.info({ feed, revision }, 'loaded all titles')
  }

  async function followFrom(known: FeedPosition, log: Log, signal: AbortSignal): Promise<void> {
    const news = await source.readChanges(known.revision, POLL_MS, signal)
    if (!continues(news, known)) {
      log.info({ known, feed: news.feed, revision: news.revision }, 'loading all titles again')
      position = undefined
      return pauseQuietly(signal)
    }

    const newest = news.changes.at(-1)
    if (!newest) return pauseQuietly(signal)

    const next = { feed: known.feed, revision: newest.revision }
    const change = await fetchTitles(source, changedTitles(news), signal, next)
    if (news.changes.some(({ tags }) => tags.includes(NAMES_TAG)))
      await loadNames(options, next, signal)
    await sink.apply(change, next)
    position = next
    onFollowed?.(news.changes)
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
          // Once per outage: a log line per attempt would hide what else is going on.
          if (failures === 0) log.warn({ err }, 'cannot follow the titles')
          state = 'outage'
          await pause(retryDelayMs(failures), signal).catch(() => undefined)
          failures += 1
        }
      }
    },
  }
}

/** All titles, of which the first page was read already. */
async function* pagesFrom(source: TitleSource, first: TitleList, signal: AbortSignal) {
  for (let page = first; page.titles.length > 0; ) {
    yield page.titles
    page = await source.listTitles(page.titles.at(-1)?.id, TITLES_PER_PAGE, signal)
    if (page.feed !== first.feed) throw new Error('the content began a new history')
  }
}

/** Loads names that are as new as the position, or newer. */
async function loadNames(
  { source, names }: Pick<FollowerOptions, 'source' | 'names'>,
  at: FeedPosition,
  signal: AbortSignal,
): Promise<void> {
  if (!names) return
  const list = await source.listNames(signal)
  requireHistory(list, at)
  await names.replaceNames(list)
}

/** Whether the answer is of the same history and leaves no change out. */
function continues(news: ChangeFeed, known: FeedPosition): boolean {
  if (news.feed !== known.feed) return false
  // Every committed edit has the next revision. Where that is missing, the history is shorter than
  // ours, or its old changes were forgotten.
  const expected = news.revision === known.revision ? undefined : known.revision + 1
  return news.changes[0]?.revision === expected
}

/**
 * These titles as they are now: the published ones, and the ids of the others.
 *
 * @param at they are of this position or of a later one
 */
export async function fetchTitles(
  source: Pick<TitleSource, 'findTitles'>,
  ids: readonly string[],
  signal: AbortSignal,
  at?: FeedPosition,
): Promise<TitleChange> {
  const upserts: TitleEntry[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
    const list = await source.findTitles(ids.slice(start, start + IDS_PER_REQUEST), signal)
    if (at) requireHistory(list, at)
    upserts.push(...list.titles)
  }
  const published = new Set(upserts.map((entry) => entry.id))
  return { upserts, removals: ids.filter((id) => !published.has(id)) }
}

function requireHistory(answer: FeedPosition, at: FeedPosition): void {
  if (answer.feed !== at.feed || answer.revision < at.revision) {
    throw new Error('the answer is older than the changes, or from another history')
  }
}

function changedTitles({ changes }: ChangeFeed): string[] {
  const touched = changes.flatMap(({ tags }) => tags.map(parseTag))
  return [...new Set(touched.flatMap(({ kind, name }) => (kind === 'title' ? name : [])))]
}

/** Doubles up to a limit; half is random, so that replicas do not come back in step. */
function retryDelayMs(failures: number): number {
  const fullMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return fullMs * (0.5 + Math.random() / 2)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { TitleSource } from '../../titles/follow-titles.ts'
import type { TitleChange } from '../../titles/title-sink.ts'
import type { MeiliSink } from './meili-sink.ts'

export interface Comparison {
  /** Titles that were missing or kept otherwise than they are; they are right now. */
  repaired: number
  /** Whether the index has titles that content does not have. */
  hasStrangers: boolean
}

const TITLES_PER_PAGE = 1_000
const IDS_PER_REQUEST = 100
const SECOND_LOOK_MS = 1_000
/** Meilisearch lists documents in the same queue in which readers search. */
const PAUSE_MS = 20

/** Compares every title of content with what the index keeps, and puts right what differs. */
export async function compareTitles(
  source: TitleSource,
  sink: MeiliSink,
  signal: AbortSignal,
): Promise<Comparison> {
  let repaired = 0
  let count = 0
  const first = await source.listTitles(undefined, TITLES_PER_PAGE, signal)
  let page = first
  while (page.titles.length > 0) {
    count += page.titles.length
    const suspects = await sink.findDiffering(page.titles)
    if (suspects.length > 0) repaired += await repair(suspects)
    await sleep(PAUSE_MS, undefined, { signal })
    page = await source.listTitles(page.titles.at(-1)?.id, TITLES_PER_PAGE, signal)
    if (page.feed !== first.feed) throw new Error('the content began a new history meanwhile')
  }

  const standing = await sink.readStanding()
  // The numbers can be compared only when nothing was written while they were counted.
  const isSameMoment =
    'position' in standing &&
    standing.position.feed === page.feed &&
    standing.position.revision === first.revision &&
    page.revision === first.revision
  return { repaired, hasStrangers: isSameMoment && standing.titles > count }

  async function repair(suspects: readonly string[]): Promise<number> {
    // Most of them were edited a moment ago, and are right when they are looked at again.
    await sleep(SECOND_LOOK_MS, undefined, { signal })
    const { upserts } = await readTitles(source, suspects, signal)
    const differing = await sink.findDiffering(upserts)
    if (differing.length > 0) await sink.repair(() => readTitles(source, differing, signal))
    return differing.length
  }
}

async function readTitles(
  source: TitleSource,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<TitleChange> {
  const upserts: TitleChange['upserts'][number][] = []
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
    const { titles } = await source.findTitles(ids.slice(start, start + IDS_PER_REQUEST), signal)
    upserts.push(...titles)
  }
  const published = new Set(upserts.map((entry) => entry.id))
  return { upserts, removals: ids.filter((id) => !published.has(id)) }
}

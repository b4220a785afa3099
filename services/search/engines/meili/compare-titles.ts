import { setTimeout as sleep } from 'node:timers/promises'
import { fetchTitles, type TitleSource } from '../../titles/follow-titles.ts'
import type { MeiliSink } from './meili-sink.ts'

export interface TitleComparison {
  /** Titles that were missing or wrong, and are right now. */
  repaired: number
  /** Whether the index has titles that content does not have. */
  hasUnknownTitles: boolean
}

const TITLES_PER_PAGE = 1_000
const SECOND_LOOK_MS = 1_000
/** Meilisearch lists documents in the same queue in which readers search. */
const PAUSE_MS = 20

/** Compares every title of content with the index, and corrects what differs. */
export async function compareTitles(
  source: TitleSource,
  sink: MeiliSink,
  signal: AbortSignal,
): Promise<TitleComparison> {
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
    if (page.feed !== first.feed) throw new Error('the content began a new history')
  }

  const standing = await sink.readStanding()
  // The numbers can be compared only if nothing was written while they were counted.
  const isUnchanged =
    'position' in standing &&
    standing.position.feed === page.feed &&
    standing.position.revision === first.revision &&
    page.revision === first.revision
  return { repaired, hasUnknownTitles: isUnchanged && standing.titles > count }

  async function repair(suspects: readonly string[]): Promise<number> {
    // Most of them were edited a moment ago, and are right at the second look.
    await sleep(SECOND_LOOK_MS, undefined, { signal })
    const { upserts } = await fetchTitles(source, suspects, signal)
    const differing = await sink.findDiffering(upserts)
    if (differing.length > 0) await sink.repair(() => fetchTitles(source, differing, signal))
    return differing.length
  }
}

import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { type BuildThread, startThread } from './run-thread.ts'
import { addFrom, type SegmentSource } from './segment-source.ts'
import { type NewTitle, packTitles, toNewTitle } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'

/** So many titles are built in a few milliseconds, which is less than a thread takes to start. */
const MAX_AT_ONCE = 2_000

/** Builds a segment from pages of titles, in a thread of its own when they are many. */
export async function buildFromPages(
  pages: AsyncIterable<readonly TitleEntry[]>,
  locale: Locale,
): Promise<TitleSegment> {
  const first: NewTitle[] = []
  let thread: BuildThread | undefined
  try {
    for await (const page of pages) {
      const titles = page.map(toNewTitle)
      if (thread) {
        await thread.send({ is: 'titles', pack: packTitles(titles) })
        continue
      }
      first.push(...titles)
      if (first.length <= MAX_AT_ONCE) continue
      thread = startThread(locale)
      await thread.send({ is: 'titles', pack: packTitles(first) })
    }
    return thread ? await thread.finish() : buildAtOnce(first, locale)
  } finally {
    await thread?.end()
  }
}

/** Builds a segment from an older one and what changed since. */
export async function buildFromSegment(
  source: SegmentSource,
  locale: Locale,
): Promise<TitleSegment> {
  if (source.segment.size + source.added.length <= MAX_AT_ONCE) {
    const builder = createSegmentBuilder(locale)
    addFrom(source, builder)
    return builder.finish()
  }
  const thread = startThread(locale)
  try {
    await thread.send({ is: 'source', source })
    return await thread.finish()
  } finally {
    await thread.end()
  }
}

/** @param titles in the order of ids */
export function buildAtOnce(titles: readonly NewTitle[], locale: Locale): TitleSegment {
  const builder = createSegmentBuilder(locale)
  builder.add(packTitles(titles))
  return builder.finish()
}

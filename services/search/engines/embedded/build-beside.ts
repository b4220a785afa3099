import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import type { BuildMessage } from './build-thread.ts'
import { listLetterRows } from './letter-rows.ts'
import { type BuildThread, startThread } from './run-thread.ts'
import { type NewTitle, packTitles, toNewTitle } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'
import { type LayerTitles, titlesOf } from './titles-of-layers.ts'
import { foldTokens } from './token-words.ts'
import { listWordRows } from './word-rows.ts'
import { buildWordTables } from './word-tables.ts'

/** Up to this many titles are built in some ten milliseconds, less than a thread's start. */
export const MAX_AT_ONCE = 500

/** Builds a segment from pages of titles, in a worker thread if there are many. */
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

/** Merges all titles that count in these layers into one segment. */
export async function mergeBeside(
  layers: readonly LayerTitles[],
  locale: Locale,
): Promise<TitleSegment> {
  const count = layers.reduce((sum, { segment }) => sum + segment.size, 0)
  if (count <= MAX_AT_ONCE) return buildAtOnce([...titlesOf(layers)], locale)
  const titles = layers.map(({ segment, hidden }) => ({ segment, hidden }))
  return buildInThread({ is: 'layers', layers: titles }, locale)
}

/**
 * Builds a segment of titles, in a worker thread if there are many.
 *
 * @param titles in the order of ids
 */
export async function buildBeside(
  titles: readonly NewTitle[],
  locale: Locale,
): Promise<TitleSegment> {
  if (titles.length <= MAX_AT_ONCE) return buildAtOnce(titles, locale)
  return buildInThread({ is: 'titles', pack: packTitles(titles) }, locale)
}

async function buildInThread(message: BuildMessage, locale: Locale): Promise<TitleSegment> {
  const thread = startThread(locale)
  try {
    await thread.send(message)
    return await thread.finish()
  } finally {
    await thread.end()
  }
}

/** @param titles in the order of ids */
export function buildAtOnce(titles: readonly NewTitle[], locale: Locale): TitleSegment {
  const builder = createSegmentBuilder()
  builder.add(packTitles(titles))
  const tokens = builder.finishTokens()
  const rows = builder.finishRows(tokens)
  const { words, ...folded } = foldTokens(tokens, locale)
  const { wordRows, wordUses } = listWordRows(rows, folded, words.length)
  const letters = listLetterRows(words, wordUses)
  return { ...rows, ...wordRows, ...buildWordTables(words, locale), letters }
}

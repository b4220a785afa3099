// A worker thread, started by build-beside.ts: takes titles, and answers with their segment.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { startWordThread } from './run-word-thread.ts'
import { type NewTitle, packTitles } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'
import { type LayerTitles, titlesOf } from './titles-of-layers.ts'
import { listWordRows } from './word-rows.ts'

/** Messages to the thread: packed titles, layers to add all titles of, or the end. */
export type BuildMessage =
  | { is: 'titles'; pack: Uint8Array<ArrayBuffer> }
  | { is: 'layers'; layers: readonly LayerTitles[] }
  | { is: 'end' }

/** Its answers: that it has processed a message, and at the end the segment. */
export type BuildAnswer = { is: 'taken' } | { is: 'built'; segment: TitleSegment }

const locale: Locale = workerData
const builder = createSegmentBuilder()
const words = startWordThread(locale)

parentPort?.on('message', async (message: BuildMessage) => {
  if (message.is === 'titles') builder.add(message.pack)
  else if (message.is === 'layers') addAll(message.layers)
  const answer: BuildAnswer =
    message.is === 'end' ? { is: 'built', segment: await finish() } : { is: 'taken' }
  parentPort?.postMessage(answer)
})

/** This thread builds the rows while the other one folds the words. */
async function finish(): Promise<TitleSegment> {
  const tokens = builder.finishTokens()
  const folding = words.fold(tokens)
  // A failure is thrown below; until then it must not end the process as unhandled.
  folding.catch(() => {})
  const rows = builder.finishRows(tokens)
  const { count, ...folded } = await folding
  const { wordRows, wordUses } = listWordRows(rows, folded, count)
  return { ...rows, ...wordRows, ...(await words.finish(wordUses)) }
}

/** Titles packed at once: enough to be efficient, and few enough for the buffer. */
const TITLES_PER_PACK = 1_000

function addAll(layers: readonly LayerTitles[]): void {
  let titles: NewTitle[] = []
  for (const title of titlesOf(layers)) {
    if (titles.push(title) < TITLES_PER_PACK) continue
    builder.add(packTitles(titles))
    titles = []
  }
  builder.add(packTitles(titles))
}

// A thread of its own, started by build-beside.ts: takes titles, and answers with their segment.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { startWordThread } from './run-word-thread.ts'
import { type NewTitle, packTitles } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'
import { type LayerTitles, titlesOf } from './titles-of-layers.ts'
import { listWordRows } from './word-rows.ts'

/** What the thread is sent: packed titles, layers to add all titles of, or that this is all. */
export type BuildMessage =
  | { is: 'titles'; pack: Uint8Array<ArrayBuffer> }
  | { is: 'layers'; layers: readonly LayerTitles[] }
  | { is: 'end' }

/** What it answers: that it took a message, and at the end the segment. */
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

/** Rows are worked on here, while the other thread works on what their words are. */
async function finish(): Promise<TitleSegment> {
  const forms = builder.finishForms()
  const folding = words.fold(forms)
  // It is heard of below; until then it must not end the process.
  folding.catch(() => {})
  const rows = builder.finishRows(forms)
  const { count, ...folded } = await folding
  const { wordRows, wordUses } = listWordRows(rows, folded, count)
  return { ...rows, ...wordRows, ...(await words.finish(wordUses)) }
}

/** Packed at once: enough that it is worth it, and no more than fits the memory. */
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

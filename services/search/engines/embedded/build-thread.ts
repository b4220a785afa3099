// A thread of its own, started by build-beside.ts: takes titles, and answers with their segment.

import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { foldForms } from './form-words.ts'
import { type NewTitle, packTitles } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'
import { type LayerTitles, titlesOf } from './titles-of-layers.ts'
import type { WordTables } from './word-tables.ts'

/** What the thread is sent: packed titles, layers to add all titles of, or that this is all. */
export type BuildMessage =
  | { is: 'titles'; pack: Uint8Array<ArrayBuffer> }
  | { is: 'layers'; layers: readonly LayerTitles[] }
  | { is: 'end' }

/** What it answers: that it took a message, and at the end the segment. */
export type BuildAnswer = { is: 'taken' } | { is: 'built'; segment: TitleSegment }

const locale: Locale = workerData
const builder = createSegmentBuilder()

parentPort?.on('message', async (message: BuildMessage) => {
  if (message.is === 'titles') builder.add(message.pack)
  else if (message.is === 'layers') addAll(message.layers)
  const answer: BuildAnswer =
    message.is === 'end' ? { is: 'built', segment: await finish() } : { is: 'taken' }
  parentPort?.postMessage(answer)
})

/** Words and rows are worked on at the same time. */
async function finish(): Promise<TitleSegment> {
  const forms = builder.finishForms()
  const words = new Worker(new URL('./word-thread.ts', import.meta.url), {
    workerData: { forms, locale },
    execArgv: [],
  })
  const tables = once(words, 'message')
  // It is heard of below; until then it must not end the process.
  tables.catch(() => {})
  const rows = builder.finishRows(forms, foldForms(forms, locale))
  const [built]: WordTables[] = await tables
  if (!built) throw new Error('The thread that reads words has answered nothing')
  return { ...rows, ...built }
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

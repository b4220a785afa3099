// A worker thread, started by build-beside.ts: takes titles, and answers with their segment.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import type { Layer } from './layers.ts'
import { type NewTitle, packTitles } from './title-pack.ts'
import { titlesOf } from './titles-of-layers.ts'

export interface ThreadStart {
  locale: Locale
  /** Layers of which all titles are added first. */
  layers: readonly Layer[]
}

/** Packed titles, which are answered when they are added; or the end, answered with the segment. */
export type ThreadMessage = Uint8Array<ArrayBuffer> | 'end'

/** Titles packed at once: enough to be efficient, and few enough for the buffer. */
const TITLES_PER_PACK = 1_000

const { locale, layers }: ThreadStart = workerData
const builder = createSegmentBuilder(locale)

let titles: NewTitle[] = []
for (const title of titlesOf(layers)) {
  if (titles.push(title) < TITLES_PER_PACK) continue
  builder.add(packTitles(titles))
  titles = []
}
builder.add(packTitles(titles))

parentPort?.on('message', (message: ThreadMessage) => {
  if (message !== 'end') builder.add(message)
  parentPort?.postMessage(message === 'end' ? builder.finish() : 'added')
})

// A thread of its own, started by build-beside.ts: takes titles, and answers with their segment.

import { parentPort, workerData } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createSegmentBuilder } from './build-segment.ts'
import { addFrom, type SegmentSource } from './segment-source.ts'
import type { TitleSegment } from './title-segment.ts'

/** What the thread is sent: packed titles, one segment to add all of, or that this is all. */
export type BuildMessage =
  | { is: 'titles'; pack: Uint8Array<ArrayBuffer> }
  | { is: 'source'; source: SegmentSource }
  | { is: 'end' }

/** What it answers: that it took a message, and at the end the segment. */
export type BuildAnswer = { is: 'taken' } | { is: 'built'; segment: TitleSegment }

const locale: Locale = workerData
const builder = createSegmentBuilder(locale)

parentPort?.on('message', (message: BuildMessage) => {
  if (message.is === 'titles') builder.add(message.pack)
  else if (message.is === 'source') addFrom(message.source, builder)
  const answer: BuildAnswer =
    message.is === 'end' ? { is: 'built', segment: builder.finish() } : { is: 'taken' }
  parentPort?.postMessage(answer)
})

// A worker thread, started by encode-in-threads.ts: answers each message of texts, in order.

import { parentPort } from 'node:worker_threads'
import { type CompressOptions, compressText } from './compress-text.ts'
import { type Encoding, etagOf } from './stored-entry.ts'

export interface TextToEncode extends CompressOptions {
  text: string
}

/** All encodings of one text in a single buffer, in the order of `lengths`. */
export interface EncodedText {
  etag: string
  /** 0 for an encoding that was not asked for. */
  lengths: Record<Encoding, number>
  memory: ArrayBuffer
}

const NOTHING = Buffer.alloc(0)

parentPort?.on('message', (texts: TextToEncode[]) => {
  const answer = texts.map(encode)
  // The buffers are transferred instead of copied.
  parentPort?.postMessage(
    answer,
    answer.map(({ memory }) => memory),
  )
})

function encode({ text, ...options }: TextToEncode): EncodedText {
  const { br = NOTHING, gzip, identity } = compressText(text, options)
  const memory = new ArrayBuffer(br.length + gzip.length + identity.length)
  const bytes = new Uint8Array(memory)
  bytes.set(br)
  bytes.set(gzip, br.length)
  bytes.set(identity, br.length + gzip.length)
  const lengths = { br: br.length, gzip: gzip.length, identity: identity.length }
  return { etag: etagOf(identity), lengths, memory }
}

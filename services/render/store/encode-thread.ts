// A thread of its own, started by encode-in-threads.ts: answers each text it is sent, in order.

import { parentPort } from 'node:worker_threads'
import { compressText } from './compress-text.ts'
import { type Encoding, etagOf } from './stored-entry.ts'

/** The forms of one text in one piece of memory, in the order of `lengths`. */
export interface EncodedText {
  etag: string
  lengths: Record<Encoding, number>
  memory: ArrayBuffer
}

parentPort?.on('message', (text: string) => {
  const { br, gzip, identity } = compressText(text)
  const memory = new ArrayBuffer(br.length + gzip.length + identity.length)
  const bytes = new Uint8Array(memory)
  bytes.set(br)
  bytes.set(gzip, br.length)
  bytes.set(identity, br.length + gzip.length)
  const lengths = { br: br.length, gzip: gzip.length, identity: identity.length }
  const answer: EncodedText = { etag: etagOf(identity), lengths, memory }
  // Moved instead of copied.
  parentPort?.postMessage(answer, [memory])
})

// A worker thread, started by encode-in-threads.ts: answers each message of texts, in order.

import { parentPort } from 'node:worker_threads'
import { compressText } from './compress-text.ts'
import { type CompressOptions, etagOf } from './stored-entry.ts'

export interface TextToEncode extends CompressOptions {
  /** UTF-8. Its memory is transferred here and back, so it is copied nowhere. */
  identity: Uint8Array<ArrayBuffer>
}

/** All forms of one text; those that were not asked for are missing. */
export interface EncodedText {
  etag: string
  identity: Uint8Array<ArrayBuffer>
  br: Uint8Array<ArrayBuffer> | undefined
  gzip: Uint8Array<ArrayBuffer> | undefined
}

parentPort?.on('message', (texts: TextToEncode[]) => {
  const answer = texts.map(encode)
  parentPort?.postMessage(
    answer,
    answer.flatMap(({ identity, br, gzip }) =>
      [identity, br, gzip].flatMap((bytes) => bytes?.buffer ?? []),
    ),
  )
})

function encode({ identity, ...options }: TextToEncode): EncodedText {
  const whole = Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength)
  const { br, gzip } = compressText(whole, options)
  return { etag: etagOf(whole), identity, br: br && owned(br), gzip: gzip && owned(gzip) }
}

/** A copy of its own size: zlib's buffers are larger than what is in them, and some are shared. */
const owned = (bytes: Buffer) => new Uint8Array(bytes)

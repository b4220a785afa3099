// Run in worker threads by encode-in-threads.ts.

import { compressText } from './compress-text.ts'
import { type CompressOptions, etagOf } from './stored-entry.ts'

export interface TextToEncode extends CompressOptions {
  text: string
}

/** The compressed forms of a text; those that were not asked for are missing. */
export interface EncodedText {
  etag: string
  br: Uint8Array<ArrayBuffer> | undefined
  gzip: Uint8Array<ArrayBuffer> | undefined
}

export const work = (texts: readonly TextToEncode[]): EncodedText[] => texts.map(encode)

function encode({ text, ...options }: TextToEncode): EncodedText {
  const { identity, br, gzip } = compressText(Buffer.from(text), options)
  return { etag: etagOf(identity), br: br && owned(br), gzip: gzip && owned(gzip) }
}

/** A copy of its own size: of a part of a larger buffer, all would be sent. */
const owned = (bytes: Buffer) => new Uint8Array(bytes)

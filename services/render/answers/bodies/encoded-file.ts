import type { Encoding } from '../../store/stored-entry.ts'
import { bodyHeaders, keepingHeaders, type PublicFile, tagOf } from './served-body.ts'

/** A file in one encoding; headers as name, value, name, value. */
export interface EncodedFile {
  bytes: Buffer
  /** `content-length`: the number of bytes in decimal digits. */
  length: string
  /** Headers of a 200, and of a 304. */
  headers: readonly string[]
  keepingHeaders: readonly string[]
  /** The `etag` of this encoding. Nearly every client that has a copy sends exactly this one. */
  tag: string
}

/**
 * Keeps the headers of each encoding for as long as its file is kept: putting them together takes
 * longer than finding the file.
 */
export function createFileEncodings(): (file: PublicFile, encoding: Encoding) => EncodedFile {
  const known = new WeakMap<PublicFile, Partial<Record<Encoding, EncodedFile>>>()
  return (file, encoding) => {
    const encoded = known.get(file) ?? {}
    known.set(file, encoded)
    encoded[encoding] ??= encodedFileOf(file, encoding)
    return encoded[encoding]
  }
}

function encodedFileOf({ body, caching }: PublicFile, encoding: Encoding): EncodedFile {
  const bytes = body.bytes[encoding] ?? body.bytes.identity
  return {
    bytes,
    length: String(bytes.length),
    headers: bodyHeaders(body, encoding, caching),
    keepingHeaders: keepingHeaders(body, encoding, caching),
    tag: tagOf(body, encoding),
  }
}

import type { Encoding } from '../../store/stored-entry.ts'
import { bodyHeaders, bytesOf, keepingHeaders, type PublicFile, tagOf } from './served-body.ts'

/**
 * Keeps the headers of each encoding for as long as its file is kept: putting them together takes
 * longer than finding the file. A gzip form that is not stored is kept with them.
 */
export function createFileEncodings() {
  const known = new WeakMap<PublicFile, Partial<Record<Encoding, EncodedFile>>>()
  return (file: PublicFile, encoding: Encoding): EncodedFile => {
    const encoded = known.get(file) ?? {}
    known.set(file, encoded)
    encoded[encoding] ??= encodedFileOf(file, encoding)
    return encoded[encoding]
  }
}

type EncodedFile = ReturnType<typeof encodedFileOf>

/** A file in one encoding; headers as name, value, name, value. */
function encodedFileOf({ body, caching }: PublicFile, encoding: Encoding) {
  const bytes = bytesOf(body, encoding)
  return {
    bytes,
    /** `content-length`: the number of bytes in decimal digits. */
    length: String(bytes.length),
    /** Headers of a 200, and of a 304. */
    headers: bodyHeaders(body, encoding, caching),
    keepingHeaders: keepingHeaders(body, encoding, caching),
    /** The `etag` of this encoding. Nearly every client that has a copy sends exactly this one. */
    tag: tagOf(body, encoding),
  }
}

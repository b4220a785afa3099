import { compressText } from './compress-text.ts'
import { type CompressOptions, etagOf, type StoredBody } from './stored-entry.ts'

/** Makes a body in its encodings. The same text always gives the same bytes. */
export type Encode = (
  text: string,
  contentType: string,
  options?: CompressOptions,
) => Promise<StoredBody>

/**
 * Compresses once, so that no request has to. In this thread: for a single page, a round trip to
 * another thread takes longer, and a process that makes few pages needs no extra threads.
 */
export const encodeBody: Encode = async (text, contentType, options) => {
  const bytes = compressText(Buffer.from(text), options)
  return { contentType, etag: etagOf(bytes.identity), bytes }
}

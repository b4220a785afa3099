import { type CompressOptions, compressText } from './compress-text.ts'
import { etagOf, type StoredText } from './stored-entry.ts'

/** Makes a body in its encodings. The same text always gives the same bytes. */
export type Encode = (
  text: string,
  contentType: string,
  options?: CompressOptions,
) => Promise<StoredText>

/**
 * Compresses once, so that no request has to. In this thread: for a single page, a round trip to
 * another thread takes longer, and a process that makes few pages needs no extra threads.
 */
export const encodeBody: Encode = async (text, contentType, options) => {
  const bytes = compressText(text, options)
  return { contentType, etag: etagOf(bytes.identity), bytes }
}

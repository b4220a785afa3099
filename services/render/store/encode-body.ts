import { compressText } from './compress-text.ts'
import { etagOf, type StoredText } from './stored-entry.ts'

/** Makes all forms of a body. The same text gives the same bytes, whoever compresses it. */
export type Encode = (text: string, contentType: string) => Promise<StoredText>

/**
 * Compresses once, so that no request has to. At once and in this thread: for one page, asking
 * another thread takes longer, and a process that makes few needs no thread that waits for them.
 */
export const encodeBody: Encode = async (text, contentType) => {
  const bytes = compressText(text)
  return { contentType, etag: etagOf(bytes.identity), bytes }
}

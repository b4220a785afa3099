import { compressWithBrotli, compressWithGzip } from './compress-text.ts'
import { type Encode, encodeBody } from './encode-body.ts'
import type { Encoding, StoredBody, StoredEntry } from './stored-entry.ts'

/** What pages consist of. Other texts get their compressed forms when they are made. */
const OF_PAGES = ['text/html', 'application/json']
/** Hardly anybody reads it, so no form of it is stored. */
const MARKDOWN = 'text/markdown'
/**
 * Bytes of a text that takes less than a millisecond to compress, which a server does between two
 * answers. Longer ones are compressed when they are made.
 */
const MAX_BYTES = 64 * 1024

/**
 * Leaves the texts of a page as they are: most pages of a large site are made again before anybody
 * asks for them.
 */
export const encodePlain: Encode = (text, contentType, options) => {
  const waits = isOfPages(contentType) && Buffer.byteLength(text) <= MAX_BYTES
  return encodeBody(text, contentType, waits ? { brotli: false, gzip: false } : options)
}

/** Whether this form of a body is made when the first client asks for it. */
export function isMadeLater({ bytes, contentType }: StoredBody, encoding: Encoding): boolean {
  if (bytes[encoding]) return false
  if (isOfPages(contentType) && bytes.identity.length <= MAX_BYTES) return true
  return encoding === 'gzip' && (bytes.br !== undefined || contentType.startsWith(MARKDOWN))
}

/**
 * Makes a form that is made later, and keeps it with the body. The same text gives the same bytes
 * wherever that is done. It blocks the thread for some tenths of a millisecond.
 */
export function makeForm({ bytes }: StoredBody, encoding: Exclude<Encoding, 'identity'>): Buffer {
  const compress = encoding === 'br' ? compressWithBrotli : compressWithGzip
  const made = compress(bytes.identity)
  // What zlib answers is part of a larger buffer, which would stay in memory with it.
  const form = Buffer.allocUnsafeSlow(made.length)
  made.copy(form)
  bytes[encoding] = form
  return form
}

/** Whether a text is stored without the form that nearly every client takes. */
export const isLeftPlain = ({ bodies }: Pick<StoredEntry, 'bodies'>): boolean =>
  Object.values(bodies).some((body) => isMadeLater(body, 'br'))

/** Makes that form of every text that lacks it. */
export function compressEntry({ bodies }: Pick<StoredEntry, 'bodies'>): void {
  for (const body of Object.values(bodies)) if (isMadeLater(body, 'br')) makeForm(body, 'br')
}

const isOfPages = (contentType: string) => OF_PAGES.some((type) => contentType.startsWith(type))

import { createHash } from 'node:crypto'
import type { Locale } from '#shared/contracts/primitives.ts'

/** The UUID namespace for URLs of RFC 9562. */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/**
 * A UUIDv5 of the locale and the article's first slug: equal on every machine that imports the same
 * file, and kept when the slug changes later.
 */
export const articleId = (locale: Locale, slug: string): string =>
  nameUuid(`${locale}/articles/${slug}`)

/** The UUIDv5 of a name. */
export function nameUuid(name: string): string {
  const digest = createHash('sha1').update(URL_NAMESPACE).update(name).digest()
  const bytes = digest.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

import { hash } from 'node:crypto'
import type { PagePath } from '#shared/contracts/primitives.ts'

/** Separated by blanks; read by Fastly and by Varnish. */
const FASTLY_HEADER = 'surrogate-key'
/** Separated by commas; read by Cloudflare. */
const CLOUDFLARE_HEADER = 'cache-tag'

/**
 * The key by which a cache is told to forget what was made from the entry of a path; of the empty path,
 * everything of the site. The sites of one account have keys of their own.
 *
 * A page has one key, and not one for each tag that it read: an edit touches a tag before the pages that
 * read it are made again, and each of them is purged when it is.
 */
export const surrogateKey = (siteUrl: string, path: PagePath | ''): string =>
  hash('sha256', `${siteUrl} ${path}`, 'hex').slice(0, 20)

/** Headers by which caches find an answer again. */
export function surrogateHeaders(siteUrl: string, path: PagePath): Record<string, string> {
  const keys = [surrogateKey(siteUrl, path), surrogateKey(siteUrl, '')]
  return { [FASTLY_HEADER]: keys.join(' '), [CLOUDFLARE_HEADER]: keys.join(',') }
}

import path from 'node:path'
import { FEED_FORMS } from '../../documents/feeds/feed-addresses.ts'
import { contentTypeOf } from '../../server/answers/files/content-type.ts'

/** Content types of files that only an export has; the service sets these types elsewhere. */
const EXPORTED_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: `${FEED_FORMS.atom.type}; charset=utf-8`,
  rss: `${FEED_FORMS.rss.type}; charset=utf-8`,
}
/** A JSON feed ends in `.json`, so its type cannot be found by the ending. */
const EXPORTED_FEED_TYPE = `${FEED_FORMS.feed.type}; charset=utf-8`

/** The content type of an exported file. */
export function exportedTypeOf(file: string): string {
  if (path.basename(file) === 'feed.json') return EXPORTED_FEED_TYPE
  return EXPORTED_TYPES[path.extname(file).slice(1)] ?? contentTypeOf(file)
}

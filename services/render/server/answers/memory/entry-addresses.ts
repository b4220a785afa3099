import { addressOf } from '#shared/addresses/topic-address.ts'
import { MARKDOWN_BODY, markdownPath } from '../../../documents/article-markdown.ts'
import { factsFileNamed } from '../../../documents/facts-files.ts'
import { feedAddress } from '../../../documents/feeds/feed-addresses.ts'
import { canonicalPath, pageDataPath, pathAtDataAddress } from '../../../documents/page-path.ts'
import { ROUTES } from '../../../documents/routes.ts'
import { shellAddress } from '../../../documents/shell-files.ts'
import { ANSWER_BODY } from '../../../documents/static-queries.ts'
import { PICTURE_BODY, PORTRAIT_BODY, type StoredEntry } from '../../../store/stored-entry.ts'
import type { PublicFile } from '../bodies/encoded-file.ts'

/** A body of an entry, and its public address: without a query, unless that names a topic. */
interface BodyAddress extends PublicFile {
  address: string
}

/** The addresses at which the routes answer every client with 200 and a body of this entry. */
export function bodyAddressesOf({ path, status, bodies }: StoredEntry): BodyAddress[] {
  if (status !== 200) return []
  return Object.entries(bodies).flatMap(([name, body]) => {
    const place = placeOf(path, name)
    return place ? [{ caching: 'revalidate', ...place, body }] : []
  })
}

/** That of a page with one path is its address. */
function markdownRoute(path: string): string {
  if (path.startsWith('/articles/')) return ROUTES.articleMarkdown
  return path.startsWith('/terms/') ? ROUTES.termMarkdown : markdownPath(path)
}

function placeOf(
  path: string,
  name: string,
): (Pick<BodyAddress, 'address' | 'route'> & Partial<PublicFile>) | undefined {
  switch (name) {
    case 'html':
      return canonicalPath(path) === path
        ? { address: addressOf(path), route: ROUTES.page }
        : undefined
    case 'data': {
      const address = pageDataPath(path)
      const same = pathAtDataAddress(address) === path
      return same ? { address, route: ROUTES.pageData } : undefined
    }
    case MARKDOWN_BODY:
      return { address: markdownPath(path), route: markdownRoute(path) }
    case ANSWER_BODY:
      return { address: path, route: ROUTES.staticQuery, caching: 'immutable' }
    case PICTURE_BODY:
      return { address: path, route: ROUTES.drawing, caching: 'immutable' }
    case PORTRAIT_BODY:
      return { address: path, route: ROUTES.portrait, caching: 'immutable' }
    case 'xml':
      return { address: path, route: path.startsWith('/sitemaps/') ? ROUTES.sitemapPart : path }
    case 'atom':
    case 'rss':
    case 'feed':
      return feedAddress(path, name)
    default: {
      const file = factsFileNamed(name)
      return file ? { address: file.address, route: file.address } : shellAddress(name)
    }
  }
}

import { PAGE_KINDS } from '#shared/contracts/page.ts'
import { feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { ROUTES } from '../routes.ts'

export const ATOM_TYPE = 'application/atom+xml'
export const JSON_FEED_TYPE = 'application/feed+json'

/** The bodies of a feed's entry, which is stored at the path of its Atom form. */
export const FEED_BODIES = ['atom', 'feed'] as const
type FeedBody = (typeof FEED_BODIES)[number]

/** The page whose feed has corrections in place of articles. */
export const CORRECTIONS_PATH = PAGE_KINDS.corrections.path

const ADDRESS = /^((?:\/[a-z0-9-]{1,120})?\/feed)\.(atom|json)$/

/** Whether this path can be that of a feed; only content knows whether it exists. */
export const isFeedPath = (path: PagePath): boolean => feedAt(path)?.body === 'atom'

/** Every feed of the site. */
export const feedPaths = ({ menu }: Pick<Shell, 'menu'>): PagePath[] =>
  ['/', ...menu.map(({ key }) => key), CORRECTIONS_PATH].map(feedPath)

/** The JSON form of the feed at a path. */
export const jsonFeedPath = (path: PagePath): PagePath => path.replace(/\.atom$/, '.json')

/** The address of one body of the feed at a path, and the template of the route that serves it. */
export function feedAddress(path: PagePath, body: FeedBody) {
  const isOfSite = path === feedPath('/')
  return body === 'atom'
    ? { address: path, route: isOfSite ? ROUTES.feedAtom : ROUTES.categoryAtom }
    : { address: jsonFeedPath(path), route: isOfSite ? ROUTES.feedJson : ROUTES.categoryJson }
}

/** The feed that an address belongs to, and which of its bodies. */
export function feedAt(address: string): { path: PagePath; body: FeedBody } | undefined {
  const [, start, ending] = ADDRESS.exec(address) ?? []
  if (ending === undefined) return undefined
  return { path: `${start}.atom`, body: ending === 'atom' ? 'atom' : 'feed' }
}

import { feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { ROUTES } from '../routes.ts'

export const ATOM_TYPE = 'application/atom+xml'
export const JSON_FEED_TYPE = 'application/feed+json'

/** The bodies of a feed's entry, which is stored at the path of its Atom form. */
export const FEED_BODIES = ['atom', 'feed'] as const
export type FeedBody = (typeof FEED_BODIES)[number]

const ATOM = /^((?:\/[a-z0-9-]{1,120})?\/feed)\.atom$/
const JSON_FEED = /^((?:\/[a-z0-9-]{1,120})?\/feed)\.json$/

/** Whether this path can be that of a feed; only content knows whether it exists. */
export const isFeedPath = (path: PagePath): boolean => ATOM.test(path)

/** Every feed of the site. */
export const feedPaths = ({ menu }: Pick<Shell, 'menu'>): PagePath[] =>
  ['/', ...menu.map(({ key }) => key)].map(feedPath)

/** The JSON form of the feed at a path. */
export const jsonFeedPath = (path: PagePath): PagePath => path.replace(ATOM, '$1.json')

/** The address of one body of the feed at a path, and the template of the route that serves it. */
export const feedAddress = (path: PagePath, body: FeedBody) => ({
  address: body === 'atom' ? path : jsonFeedPath(path),
  route: templateOf(path, body),
})

function templateOf(path: PagePath, body: FeedBody): string {
  const isOfSite = path === feedPath('/')
  if (body === 'atom') return isOfSite ? ROUTES.feedAtom : ROUTES.categoryAtom
  return isOfSite ? ROUTES.feedJson : ROUTES.categoryJson
}

/** The feed that an address belongs to, and which of its bodies. */
export function feedAt(address: string): { path: PagePath; body: FeedBody } | undefined {
  if (ATOM.test(address)) return { path: address, body: 'atom' }
  if (!JSON_FEED.test(address)) return undefined
  return { path: address.replace(JSON_FEED, '$1.atom'), body: 'feed' }
}

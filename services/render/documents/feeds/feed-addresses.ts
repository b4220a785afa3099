import { PAGE_KINDS } from '#shared/contracts/page.ts'
import { feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { keysOf } from '#shared/keys-of.ts'
import { ROUTES } from '../routes.ts'

/**
 * The forms of a feed, each a body of its entry, which is stored at the path of its Atom form: how the
 * address ends, and the routes that serve it for the site and for what is below it.
 */
export const FEED_FORMS = {
  atom: {
    ending: 'atom',
    type: 'application/atom+xml',
    name: 'Atom',
    routes: { site: ROUTES.feedAtom, category: ROUTES.categoryAtom },
  },
  rss: {
    ending: 'rss',
    type: 'application/rss+xml',
    name: 'RSS',
    routes: { site: ROUTES.feedRss, category: ROUTES.categoryRss },
  },
  feed: {
    ending: 'json',
    type: 'application/feed+json',
    name: 'JSON Feed',
    routes: { site: ROUTES.feedJson, category: ROUTES.categoryJson },
  },
} as const
export type FeedForm = keyof typeof FEED_FORMS
export const FEED_BODIES: readonly FeedForm[] = keysOf(FEED_FORMS)

/** The page whose feed has corrections in place of articles. */
export const CORRECTIONS_PATH = PAGE_KINDS.corrections.path

const ADDRESS = /^((?:\/[a-z0-9-]{1,120})?\/feed)\.([a-z]+)$/

/** Whether this path can be that of a feed; only content knows whether it exists. */
export const isFeedPath = (path: PagePath): boolean => feedAt(path)?.body === 'atom'

/** Every feed of the site. */
export const feedPaths = ({ menu }: Pick<Shell, 'menu'>): PagePath[] =>
  ['/', ...menu.map(({ key }) => key), CORRECTIONS_PATH].map(feedPath)

/** The address of one form of the feed at a path. */
export const feedFormPath = (path: PagePath, body: FeedForm): PagePath =>
  path.replace(/\.atom$/, `.${FEED_FORMS[body].ending}`)

/** The same, and the template of the route that serves it. */
export const feedAddress = (path: PagePath, body: FeedForm) => ({
  address: feedFormPath(path, body),
  route: FEED_FORMS[body].routes[path === feedPath('/') ? 'site' : 'category'],
})

/** The feed that an address belongs to, and which of its forms. */
export function feedAt(address: string): { path: PagePath; body: FeedForm } | undefined {
  const [, start, ending] = ADDRESS.exec(address) ?? []
  const body = FEED_BODIES.find((name) => FEED_FORMS[name].ending === ending)
  return body && { path: `${start}.atom`, body }
}

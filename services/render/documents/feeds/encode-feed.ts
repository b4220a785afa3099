import type { FeedModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { encodeBody } from '../../store/encode-body.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import { ATOM_TYPE, type FeedBody, JSON_FEED_TYPE } from './feed-addresses.ts'
import { renderAtom } from './render-atom.ts'
import { renderJsonFeed } from './render-json-feed.ts'

/** Both forms of a feed, ready to be sent. */
export async function encodeFeed(
  feed: FeedModel,
  path: PagePath,
  siteUrl: string,
): Promise<Record<FeedBody, StoredBody>> {
  const [atom, json] = await Promise.all([
    encodeBody(renderAtom(feed, path, siteUrl), `${ATOM_TYPE}; charset=utf-8`),
    encodeBody(renderJsonFeed(feed, path, siteUrl), `${JSON_FEED_TYPE}; charset=utf-8`),
  ])
  return { atom, feed: json }
}

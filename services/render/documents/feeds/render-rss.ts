import type { FeedEntry, FeedModel } from '#shared/contracts/page-model.ts'
import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { escapeXml } from '../escape.ts'
import { FEED_FORMS, feedFormPath } from './feed-addresses.ts'
import { feedSummary } from './feed-summary.ts'
import { feedXml, MEDIA_NAMESPACE } from './feed-xml.ts'
import { lastUpdate } from './last-update.ts'

/** RSS has no elements of its own for these: where it is, names without an address, and updates. */
const NAMESPACES = Object.entries({
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: MEDIA_NAMESPACE,
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/**
 * The feed in RSS 2.0, for programs that know no Atom: the same entries with the same ids.
 *
 * @param path the path of the Atom form
 * @param siteUrl without a slash at its end
 */
export function renderRss(feed: FeedModel, path: PagePath, siteUrl: string): string {
  const { address, text, picture } = feedXml(siteUrl)

  const item = (of: FeedEntry) => `<item>
<guid isPermaLink="false">urn:uuid:${escapeXml(of.id)}</guid>
${text('title', of.title)}
<link>${address(of.path)}</link>
<pubDate>${rfc822(of.publishedAt)}</pubDate>
<atom:updated>${of.updatedAt}</atom:updated>
${text('dc:creator', of.author.title)}
${text('category', of.section.title)}
${text('description', feedSummary(of))}${picture(of)}
</item>`

  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${NAMESPACES}>
<channel>
${text('title', feed.title)}
<link>${address(feed.page)}</link>
${text('description', feed.description)}
<language>${languageTag(feed.locale)}</language>
<lastBuildDate>${rfc822(lastUpdate(feed))}</lastBuildDate>
<atom:link rel="self" type="${FEED_FORMS.rss.type}" href="${address(feedFormPath(path, 'rss'))}"/>
${feed.entries.map(item).join('\n')}
</channel>
</rss>
`
}

/** As RSS wants dates: `Tue, 04 Mar 2025 08:00:00 GMT`. */
const rfc822 = (at: Instant) => new Date(at).toUTCString()

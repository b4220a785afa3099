import type { FeedEntry, FeedModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { escapeXml } from '../escape.ts'
import { FEED_FORMS, feedFormPath } from './feed-addresses.ts'
import { feedSummary } from './feed-summary.ts'
import { feedXml, MEDIA_NAMESPACE } from './feed-xml.ts'
import { lastUpdate } from './last-update.ts'

/**
 * The feed in Atom (RFC 4287), with summaries. Ids do not depend on titles and addresses, so that a
 * renamed article is not announced again.
 *
 * @param path the feed's own path
 * @param siteUrl without a slash at its end
 */
export function renderAtom(feed: FeedModel, path: PagePath, siteUrl: string): string {
  const { address, text, picture } = feedXml(siteUrl)

  const other = (form: 'rss' | 'feed') =>
    `<link rel="alternate" type="${FEED_FORMS[form].type}" href="${address(feedFormPath(path, form))}"/>`

  const entry = (of: FeedEntry) => `<entry>
<id>urn:uuid:${escapeXml(of.id)}</id>
${text('title', of.title)}
<link href="${address(of.path)}"/>
<published>${of.publishedAt}</published>
<updated>${of.updatedAt}</updated>
<author>${text('name', of.author.title)}<uri>${address(of.author.path)}</uri></author>
<category term="${escapeXml(of.section.path.slice(1))}" label="${escapeXml(of.section.title)}"/>
${text('summary', feedSummary(of))}${picture(of)}
</entry>`

  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="${MEDIA_NAMESPACE}" xml:lang="${languageTag(feed.locale)}">
<id>${address(path)}</id>
${text('title', feed.title)}
${text('subtitle', feed.description)}
<updated>${lastUpdate(feed)}</updated>
<icon>${address('/icons/icon-192.png')}</icon>
<link rel="self" type="${FEED_FORMS.atom.type}" href="${address(path)}"/>
<link rel="alternate" type="text/html" href="${address(feed.page)}"/>
${other('rss')}
${other('feed')}
${feed.entries.map(entry).join('\n')}
</feed>
`
}

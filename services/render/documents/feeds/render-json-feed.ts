import type { FeedModel } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { feedFormPath } from './feed-addresses.ts'
import { feedSummary } from './feed-summary.ts'

/**
 * The feed in JSON Feed 1.1 (jsonfeed.org): the same as in Atom, and the text of each article.
 *
 * @param path the path of the Atom form
 * @param siteUrl without a slash at its end
 */
export function renderJsonFeed(feed: FeedModel, path: PagePath, siteUrl: string): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: siteUrl + feed.page,
    feed_url: siteUrl + feedFormPath(path, 'feed'),
    icon: `${siteUrl}/icons/icon-512.png`,
    favicon: `${siteUrl}/icons/icon-192.png`,
    language: languageTag(feed.locale),
    items: feed.entries.map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      url: siteUrl + entry.path,
      title: entry.title,
      summary: feedSummary(entry),
      content_text: entry.text,
      ...(entry.picture && { image: siteUrl + entry.picture }),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
      authors: [{ name: entry.author.title, url: siteUrl + entry.author.path }],
      tags: [entry.section.title],
    })),
  }
  return `${JSON.stringify(document)}\n`
}

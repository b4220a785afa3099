import { addressOf } from '#shared/addresses/topic-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { markdownPath, pathAtMarkdownAddress } from './article-markdown.ts'
import { FACTS_FILES, factsBodyAt } from './facts-files.ts'
import { FEED_BODIES, feedFormPath, isFeedPath } from './feeds/feed-addresses.ts'
import { isPagePath } from './make-entry.ts'
import { pageDataPath } from './page-path.ts'
import { SHELL_FILES, SHELL_PATH } from './shell-files.ts'

/**
 * Every address at which a cache may keep an answer made from the entry of this path for long, because
 * it is purged there when the entry changes. Other addresses lead to the same entry, such as those
 * with a slash at their end or with other queries: there is no end to them, so they are kept briefly.
 */
export function purgedAddresses(path: PagePath): string[] {
  if (path === SHELL_PATH) return SHELL_FILES.map(({ address }) => address)
  if (isFeedPath(path)) return FEED_BODIES.map((form) => feedFormPath(path, form))
  // Site maps, pictures and the answers of static queries are stored at their own addresses.
  if (!isPagePath(path)) return [path]
  const markdown = markdownPath(path)
  return [
    ...[addressOf(path), pageDataPath(path)],
    ...(pathAtMarkdownAddress(markdown) === path ? [markdown] : []),
    ...FACTS_FILES.map(({ address }) => address).filter(
      (address) => factsBodyAt(address)?.path === path,
    ),
  ]
}

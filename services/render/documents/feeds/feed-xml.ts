import type { FeedEntry } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { escapeXml } from '../escape.ts'

/** The namespace of pictures, which neither Atom nor RSS has. */
export const MEDIA_NAMESPACE = 'http://search.yahoo.com/mrss/'

/**
 * The parts of which feeds in XML consist.
 *
 * @param siteUrl without a slash at its end
 */
export function feedXml(siteUrl: string) {
  const address = (to: PagePath) => escapeXml(siteUrl + to)
  return {
    address,
    text: (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`,
    /** In a line of its own, if the entry has one. */
    picture: ({ picture }: FeedEntry) =>
      picture === undefined ? '' : `\n<media:thumbnail url="${address(picture)}"/>`,
  }
}

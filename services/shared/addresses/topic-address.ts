/** What follows the path of a subcategory in the paths of its topics. */
export const TOPICS = 'topics'
/** The parameter that names a topic in an address. */
const TOPIC = 'topic'

/** A subcategory or a page of its archive: a topic is of these alone. */
const SECTION = /^(?!\/(?:articles|authors|info)\/)(\/[^/]+\/[^/]+)((?:\/page\/\d+)?)$/
const TOPIC_PATH = /^(\/[^/]+\/[^/]+)\/topics\/([^/]+)((?:\/page\/\d+)?)$/

/** The path under which the page of a topic is kept; readers find it at {@link addressOf} it. */
export const topicPath = (section: string, slug: string) => `${section}/${TOPICS}/${slug}`

/**
 * Where readers find the page that is kept at a path: at the path itself, but of a topic. That one
 * is chosen by the query, for it shows some of what its subcategory shows.
 */
export const addressOf = (path: string) => path.replace(TOPIC_PATH, `$1$3?${TOPIC}=$2`)

/**
 * The path of the page at an address, the other way round.
 *
 * @param search with its question mark, or empty; all it says but a topic is passed over
 */
export function pathAt(path: string, search: string): string {
  const [, section, page] = SECTION.exec(path) ?? []
  const topic = section && new URLSearchParams(search).get(TOPIC)
  return topic ? topicPath(section, encodeURIComponent(topic)) + page : path
}

/** An address without the topic that it names, or whatever else. */
export const withoutQuery = (address: string) => address.replace(/\?.*/, '')

/** The address of a page of the archive of the list at an address. */
export const numberedAddress = (list: string, number: number) =>
  list.replace(/(?=\?)|$/, `/page/${number}`)

import { useStrings } from '../strings/strings-context.ts'

interface FeedLinksProps {
  /** The page whose new articles the feeds list; empty for the feeds of the whole site. */
  of: string
}

/** Links to the feeds, for readers who follow the site in a feed reader. */
export function FeedLinks({ of }: FeedLinksProps) {
  const strings = useStrings()
  return (
    <span className="feed-links">
      <span>{strings.newArticlesFeed}</span>
      <a href={`${of}/feed.atom`}>Atom</a>
      <a href={`${of}/feed.rss`}>RSS</a>
      <a href={`${of}/feed.json`}>JSON</a>
    </span>
  )
}

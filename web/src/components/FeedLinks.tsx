import { useStrings } from '../strings/strings-context.ts'

interface FeedLinksProps {
  /** The page whose new articles they tell of; empty for those of the whole site. */
  of: string
}

/** For readers who follow the site with a program of their own. */
export function FeedLinks({ of }: FeedLinksProps) {
  const strings = useStrings()
  return (
    <span className="feed-links">
      <span>{strings.newArticlesFeed}</span>
      <a href={`${of}/feed.atom`}>Atom</a>
      <a href={`${of}/feed.json`}>JSON</a>
    </span>
  )
}

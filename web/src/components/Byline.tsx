import type { ArticlePage, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { CopyLink } from './CopyLink.tsx'
import { DateTime } from './DateTime.tsx'
import { HowWeMakeMoney } from './HowWeMakeMoney.tsx'
import { Initials } from './Initials.tsx'

const DATE_LENGTH = '2024-11-07'.length

interface BylineProps {
  path: string
  article: ArticlePage['article']
  author: Link
  /** Whether paid links stand below. */
  isSponsored: boolean
}

export function Byline({ path, article, author, isSponsored }: BylineProps) {
  const strings = useStrings()
  const { publishedAt, updatedAt, provenance } = article
  const wasUpdated = updatedAt.slice(0, DATE_LENGTH) > publishedAt.slice(0, DATE_LENGTH)
  return (
    <div className="byline">
      <Initials name={author.title} />
      <div>
        <p className="byline-author">
          {strings.by}{' '}
          <a href={author.path} rel="author">
            {author.title}
          </a>
        </p>
        <p className="byline-facts">
          <span>
            {strings.published} <DateTime instant={publishedAt} />
          </span>
          {wasUpdated && (
            <span>
              {strings.updated} <DateTime instant={updatedAt} />
            </span>
          )}
          <span>{strings.readingTime(article.readingMinutes)}</span>
        </p>
        <p className="byline-provenance">
          {strings.provenance[provenance]}{' '}
          <a href="/info/about-us#how-content-is-made">{strings.provenanceLink}</a>
        </p>
        {isSponsored && (
          <p className="byline-sponsored">
            {strings.sponsoredBelow} <HowWeMakeMoney />
          </p>
        )}
      </div>
      <CopyLink path={path} />
    </div>
  )
}

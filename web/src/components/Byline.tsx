import type { ArticlePage, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { CopyLink } from './CopyLink.tsx'
import { CORRECTIONS_ID } from './Corrections.tsx'
import { DateTime } from './DateTime.tsx'
import { HowWeMakeMoney } from './HowWeMakeMoney.tsx'
import { Initials } from './Initials.tsx'
import { OriginNotes } from './OriginNotes.tsx'

const DATE_LENGTH = '2024-11-07'.length

interface BylineProps {
  path: string
  article: ArticlePage['article']
  author: Link
  /** Whether the page has paid links. */
  isSponsored: boolean
}

/** In a narrow window the byline has no initials and no button, so that the text begins sooner. */
export function Byline({ path, article, author, isSponsored }: BylineProps) {
  const strings = useStrings()
  const { publishedAt, updatedAt, provenance } = article
  // A bare name above a text would claim that this person wrote it.
  const isByPerson = provenance === 'human' || provenance === 'assisted'
  const [corrected] = article.corrections ?? []
  const wasUpdated = updatedAt.slice(0, DATE_LENGTH) > publishedAt.slice(0, DATE_LENGTH)
  return (
    <div className="byline">
      <Initials name={author.title} />
      <div>
        <p className="byline-facts">
          <span className="byline-author">
            {isByPerson ? strings.by : strings.signed}{' '}
            <a href={author.path} rel="author">
              {author.title}
            </a>
          </span>{' '}
          <span>
            {strings.published} <DateTime instant={publishedAt} />
          </span>
          {wasUpdated && (
            <>
              {' '}
              <span>
                {strings.updated} <DateTime instant={updatedAt} />
              </span>
            </>
          )}
          {corrected && (
            <>
              {' '}
              <a href={`#${CORRECTIONS_ID}`}>
                {strings.corrections}: <DateTime instant={corrected.on} />
              </a>
            </>
          )}{' '}
          <span>{strings.readingTime(article.readingMinutes)}</span>
        </p>
        <OriginNotes origin={article} />
        {article.validFor !== undefined && (
          <p className="byline-provenance">{strings.figuresOf(article.validFor)}</p>
        )}
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

import type { ArticlePage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'

/** States who wrote a text, who is responsible for it and who reviewed it, as far as declared. */
export function OriginNotes({ origin }: { origin: ArticlePage['article'] }) {
  const strings = useStrings()
  const { provenance, office, answeredBy = office, reviewedBy, reviewedAt, checkedAt } = origin
  const sentences = [
    provenance && strings.provenance[provenance],
    answeredBy && strings.answeredBy(answeredBy),
  ].filter(Boolean)
  return (
    <>
      {sentences.length > 0 && (
        <p className="byline-provenance">
          {sentences.join(' ')}{' '}
          <a href="/info/about-us#how-content-is-made">{strings.provenanceLink}</a>
        </p>
      )}
      {reviewedBy && (
        <p className="byline-provenance">
          {`${strings.reviewedBy} ${reviewedBy}${reviewedAt ? ', ' : ''}`}
          {reviewedAt && <DateTime instant={reviewedAt} />}
        </p>
      )}
      {checkedAt && (
        <p className="byline-provenance">
          {strings.checked} <DateTime instant={checkedAt} />
        </p>
      )}
    </>
  )
}

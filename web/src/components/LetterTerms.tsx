import type { LetterPage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

/** Terms with what they mean and where to read more; nothing at all when there are none. */
export function LetterTerms({ terms }: { terms: LetterPage['terms'] }) {
  const strings = useStrings()
  if (terms.length === 0) return null
  return (
    <section aria-labelledby="letter-terms">
      <h2 id="letter-terms" className="section-title">
        {strings.termsHeading}
      </h2>
      <dl className="letter-terms">
        {terms.map(({ term, definition, article, place }) => (
          // Two articles may call what they explain the same.
          <div key={`${article.path} ${term}`} id={place}>
            <dt>{term}</dt>
            <dd>
              {definition} <a href={article.path}>{strings.readArticle(article.title)}</a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

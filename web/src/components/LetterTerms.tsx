import type { LetterPage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Section } from './Section.tsx'

/** Terms with their definitions and links to their articles; renders nothing without terms. */
export function LetterTerms({ terms }: { terms: LetterPage['terms'] }) {
  const strings = useStrings()
  if (terms.length === 0) return null
  return (
    <Section id="letter-terms" heading={strings.termsHeading} headingClass="section-title">
      <dl className="letter-terms">
        {terms.map(({ term, definition, article, place, path }) => (
          // Two articles may explain terms of the same name.
          <div key={`${article.path} ${term}`} id={place}>
            <dt>{path === undefined ? term : <a href={path}>{term}</a>}</dt>
            <dd>
              {definition} <a href={article.path}>{strings.readArticle(article.title)}</a>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

import { termElementId } from '#shared/addresses/term-element-id.ts'
import type { MentionedTerm } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Section } from './Section.tsx'

/** Definitions that describe an article's links to terms. Their popover shows the same text. */
export function Terms({ terms }: { terms: readonly MentionedTerm[] | undefined }) {
  const strings = useStrings()
  if (!terms) return null
  return (
    <Section id="article_terms" heading={strings.terms} className="terms">
      <dl>
        {terms.map(({ term, definition, article, path }, index) => (
          // Two articles may explain terms of the same name.
          <div key={`${article.path} ${term}`}>
            <dt>
              <a href={path}>{term}</a>
            </dt>
            <dd id={termElementId(index + 1)} data-term={term} data-read={strings.aboutTerm}>
              {definition}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

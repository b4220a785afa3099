import type { FoundTerm } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { NewTabLink } from './NewTabLink.tsx'
import { NewTabNote } from './NewTabNote.tsx'
import { Section } from './Section.tsx'

interface FoundTermsProps {
  terms: readonly FoundTerm[]
  /** Whether these are the first links on the page that open in a new tab. */
  isFirst: boolean
}

/** The terms of the dictionary that were typed, each with what it means. */
export function FoundTerms({ terms, isFirst }: FoundTermsProps) {
  const strings = useStrings()
  return (
    <Section id="found-terms" heading={strings.termsHeading} headingClass="section-title">
      {isFirst && <NewTabNote />}
      <dl className="letter-terms found-terms">
        {terms.map(({ title, path, definition }) => (
          <div key={path}>
            <dt>
              <NewTabLink href={path}>{title}</NewTabLink>
            </dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

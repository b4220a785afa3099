import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { NewTabLink } from './NewTabLink.tsx'
import { NewTabNote } from './NewTabNote.tsx'
import { Section } from './Section.tsx'

interface NearTermsProps {
  terms: readonly Link[]
  /** Whether these are the first links on the page that open in a new tab. */
  isFirst: boolean
}

/** The terms of the dictionary whose spelling is similar to the query. */
export function NearTerms({ terms, isFirst }: NearTermsProps) {
  const strings = useStrings()
  return (
    <Section id="near-terms" heading={strings.searchNearTerms} headingClass="section-title">
      {isFirst && <NewTabNote />}
      <ul className="chips">
        {terms.map(({ title, path }) => (
          <li key={`${path} ${title}`}>
            <NewTabLink href={path}>{title}</NewTabLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

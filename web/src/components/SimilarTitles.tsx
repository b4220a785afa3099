import type { Suggestion } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Hit } from './Hit.tsx'
import { NewTabNote } from './NewTabNote.tsx'
import { Section } from './Section.tsx'

interface SimilarTitlesProps {
  /** Of the heading. */
  id: string
  heading: string
  suggestions: readonly Suggestion[]
  /** Whether these are the first links on the page that open in a new tab. */
  isFirst: boolean
}

/** Titles, or names, that do not match, but that the reader may have meant. */
export function SimilarTitles({ id, heading, suggestions, isFirst }: SimilarTitlesProps) {
  const strings = useStrings()
  return (
    <Section id={id} heading={heading} headingClass="section-title" className="similar">
      {isFirst && <NewTabNote />}
      <ul className="hits">
        {suggestions.map((suggestion) => {
          const reason = strings.searchReason(suggestion)
          return (
            <li key={suggestion.path}>
              <Hit hit={suggestion}>{reason && <p className="card-meta">{reason}</p>}</Hit>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

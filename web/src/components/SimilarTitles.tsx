import type { Suggestion } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Hit } from './Hit.tsx'
import { NewTabNote } from './NewTabNote.tsx'
import { Section } from './Section.tsx'

interface SimilarTitlesProps {
  suggestions: readonly Suggestion[]
  /** Whether these are the first links on the page that open in a new tab. */
  isFirst: boolean
}

/** Titles that do not match, but that the reader may have meant. */
export function SimilarTitles({ suggestions, isFirst }: SimilarTitlesProps) {
  const strings = useStrings()
  return (
    <Section
      id="similar-titles"
      heading={strings.searchSimilar}
      headingClass="section-title"
      className="similar"
    >
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

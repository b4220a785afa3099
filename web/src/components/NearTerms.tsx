import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { NewTabLink } from './NewTabLink.tsx'
import { NewTabNote } from './NewTabNote.tsx'

interface NearTermsProps {
  terms: readonly Link[]
  /** There are no links above it that open in a new tab. */
  isFirst: boolean
}

/** The terms next to which the typed text would be in the dictionary. */
export function NearTerms({ terms, isFirst }: NearTermsProps) {
  const strings = useStrings()
  return (
    <section aria-labelledby="near-terms">
      <h2 id="near-terms" className="section-title">
        {strings.searchNearTerms}
      </h2>
      {isFirst && <NewTabNote />}
      <ul className="chips">
        {terms.map(({ title, path }) => (
          <li key={`${path} ${title}`}>
            <NewTabLink path={path}>{title}</NewTabLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

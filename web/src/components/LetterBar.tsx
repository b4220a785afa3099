import { useId } from 'react'
import type { LetterLink } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

interface LetterBarProps {
  letters: readonly LetterLink[]
}

/** Where {@link LetterBar} is on its page. */
export const LETTERS_ID = 'letters'

/** The alphabet of a dictionary. A letter that nothing begins with is there, but leads nowhere. */
export function LetterBar({ letters }: LetterBarProps) {
  const strings = useStrings()
  const headingId = useId()
  return (
    <nav id={LETTERS_ID} className="letter-bar" aria-labelledby={headingId}>
      <h2 id={headingId}>{strings.byLetter}</h2>
      <ul className="letters">
        {letters.map(({ letter, path }) => (
          <li key={letter}>
            {path === null ? <span>{letter}</span> : <a href={path}>{letter}</a>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { LetterLink, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

interface LetterBarProps {
  letters: readonly LetterLink[]
  /** The page it stands on. */
  path: string
  /** The page of all letters, where this is another one that does not name it elsewhere. */
  index?: Link | undefined
}

/** The alphabet of a dictionary. A letter of which it knows that nothing stands there looks empty. */
export function LetterBar({ letters, path, index }: LetterBarProps) {
  const strings = useStrings()
  return (
    <nav className="letter-bar" aria-label={strings.byLetter}>
      {index && (
        <h2>
          <a href={index.path}>{index.title}</a>
        </h2>
      )}
      <ul className="letters">
        {letters.map((letter) => (
          <li key={letter.letter}>
            <a
              href={letter.path}
              className={letter.isEmpty && 'is-empty'}
              aria-current={letter.path === path ? 'page' : undefined}
            >
              {letter.letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

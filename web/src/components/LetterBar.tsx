import type { LetterLink, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

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
      <LinkList
        className="letters"
        links={letters.map(({ letter, ...link }) => ({ title: letter, ...link }))}
        path={path}
      />
    </nav>
  )
}

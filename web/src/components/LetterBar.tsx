import type { LetterLink, Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface LetterBarProps {
  letters: readonly LetterLink[]
  /** The path of the page. */
  path: string
  /** The page of all letters, if this is another page that has no other link to it. */
  index?: Link | undefined
}

/** The alphabet of a dictionary. A letter that is known to have no entries is no link. */
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

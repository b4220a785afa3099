import { LetterBar } from '../components/LetterBar.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import type { PageProps } from './page-props.ts'

/** The names of all terms. Their definitions are on the pages of their letters. */
export function LettersPage({ page }: PageProps<'letters'>) {
  const { category, title, letters } = page
  const named = letters.filter(({ terms }) => terms.length > 0)
  return (
    <>
      <ListHeader breadcrumb={[category]} title={title}>
        <LetterBar letters={letters} path={page.path} />
      </ListHeader>
      <div className="term-names">
        {named.map(({ letter, path, terms }) => (
          <div key={letter}>
            <h2>
              <a href={path}>{letter}</a>
            </h2>
            <ul className="chips">
              {terms.map(({ term, place, path: own }) => (
                <li key={`${place} ${term}`}>
                  <a href={own ?? path}>{term}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  )
}

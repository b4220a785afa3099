import type { LetterPage as LetterPageModel } from '#shared/contracts/page.ts'
import { LETTERS_ID } from '../components/LetterBar.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface LetterPageProps {
  page: LetterPageModel
}

export function LetterPage({ page }: LetterPageProps) {
  const strings = useStrings()
  const { category, letter, previous, next, entries } = page
  return (
    <>
      <ListHeader breadcrumb={[category]} title={`${category.title}: ${letter}`}>
        <nav aria-label={strings.jumpToLetter}>
          <ul className="letters">
            {previous && (
              <li>
                <a href={previous.path} rel="prev">
                  {previous.title}
                </a>
              </li>
            )}
            <li>
              <a href={page.path} aria-current="page">
                {letter}
              </a>
            </li>
            {next && (
              <li>
                <a href={next.path} rel="next">
                  {next.title}
                </a>
              </li>
            )}
            <li>
              <a href={`${category.path}#${LETTERS_ID}`}>{strings.allLetters}</a>
            </li>
          </ul>
        </nav>
      </ListHeader>
      <ul className="entries">
        {entries.map(({ title, path, description }) => (
          <li key={path}>
            <h2>
              <a href={path}>{title}</a>
            </h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
      {page.newestOnly && (
        <p className="notice">
          {strings.newestOfLetter(entries.length)}{' '}
          <a href={`${category.path}/page/1`}>{strings.allOf(category.title)}</a>
        </p>
      )}
    </>
  )
}

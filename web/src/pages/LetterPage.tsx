import { LetterBar } from '../components/LetterBar.tsx'
import { LetterTerms } from '../components/LetterTerms.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { Section } from '../components/Section.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function LetterPage({ page }: PageProps<'letter'>) {
  const strings = useStrings()
  const { category, index, letter, letters, terms, entries } = page
  return (
    <>
      <ListHeader breadcrumb={[category, index]} title={`${category.title}: ${letter}`}>
        <LetterBar letters={letters} path={page.path} />
      </ListHeader>
      <div className="letter-parts">
        <div>
          <LetterTerms terms={terms} />
          {page.someTermsOnly && (
            <p className="notice">
              {strings.someTermsOfLetter(terms.length)} <a href="/search">{strings.search}</a>
            </p>
          )}
          {terms.length === 0 && (
            <p className="notice">
              {strings.noTermsHere} <a href={index.path}>{index.title}</a>
            </p>
          )}
        </div>
        {entries.length > 0 && (
          <Section id="letter-articles" heading={strings.articles} headingClass="section-title">
            <ul className="entries">
              {entries.map(({ title, path, description }) => (
                <li key={path}>
                  <h3>
                    <a href={path}>{title}</a>
                  </h3>
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
          </Section>
        )}
      </div>
    </>
  )
}

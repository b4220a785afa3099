import { CardList } from '../components/CardList.tsx'
import { SearchForm } from '../components/SearchForm.tsx'
import { WaysOn } from '../components/WaysOn.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type DeadEndProps = PageProps<'not-found'> | PageProps<'gone'> | PageProps<'error'>

/** The page for errors, and for articles that do not exist or were withdrawn. It offers ways on. */
export function DeadEndPage({ page }: DeadEndProps) {
  const strings = useStrings()
  return (
    <>
      <div className="dead-end">
        <h1>{strings.deadEndHeadings[page.kind]}</h1>
        {page.kind === 'not-found' && page.nearest && (
          <p className="nearest">
            <span>{strings.nearestArticle}</span>{' '}
            <a href={page.nearest.path}>{page.nearest.title}</a>
          </p>
        )}
        <p className="standfirst">{strings.deadEndTexts[page.kind]}</p>
        {page.kind === 'error' ? (
          <p>
            {/* biome-ignore lint/a11y/useValidAnchor: empty is this very address, whatever it is */}
            <a className="button" href="">
              {strings.tryAgain}
            </a>
          </p>
        ) : (
          <SearchForm label={strings.searchArticles} size="large" />
        )}
        <WaysOn categories={page.categories} />
      </div>
      {page.kind === 'not-found' && (
        <CardList heading={strings.moreStuff} cards={page.more} layout="row" />
      )}
    </>
  )
}

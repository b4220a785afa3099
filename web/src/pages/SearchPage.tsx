import type { SearchPage as SearchPageModel } from '#shared/contracts/page.ts'
import { ListHeader } from '../components/ListHeader.tsx'
import { NearTerms } from '../components/NearTerms.tsx'
import { NewTabNote } from '../components/NewTabNote.tsx'
import { SearchForm } from '../components/SearchForm.tsx'
import { SearchResults } from '../components/SearchResults.tsx'
import { SimilarTitles } from '../components/SimilarTitles.tsx'
import { WaysOn } from '../components/WaysOn.tsx'
import type { Strings } from '../strings/strings.ts'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function SearchPage({ page }: PageProps<'search'>) {
  const strings = useStrings()
  const { outcome, total, query, suggestions, nearTerms, categories } = page
  const isFound = outcome === 'results' && total > 0
  const foundNothing = outcome === 'results' && !isFound && suggestions.length === 0
  return (
    <div className="search-page">
      <ListHeader title={strings.searchHeading} />
      <SearchForm label={strings.searchArticles} query={query} size="large" />
      <div className="search-message">
        <p>
          {describeOutcome(page, strings)} {foundNothing && strings.searchNoneHint}
        </p>
        {isFound && <NewTabNote />}
      </div>
      {isFound && <SearchResults page={page} />}
      {suggestions.length > 0 && <SimilarTitles suggestions={suggestions} isFirst={!isFound} />}
      {nearTerms.length > 0 && <NearTerms terms={nearTerms} isFirst={foundNothing} />}
      {!isFound && (
        <div className="notice">
          <p>{strings.searchBrowse}</p>
          <WaysOn categories={categories} />
        </div>
      )}
    </div>
  )
}

function describeOutcome({ outcome, total, query }: SearchPageModel, strings: Strings): string {
  if (outcome === 'results') {
    return total > 0 ? strings.searchCount(total, query) : strings.searchNone(query)
  }
  const others = {
    idle: strings.searchIdle,
    'too-short': strings.searchTooShort,
    'too-long': strings.searchTooLong,
    failed: strings.searchFailed,
  }
  return others[outcome]
}

import type { SearchPage as SearchPageModel } from '#shared/contracts/page.ts'
import { ListHeader } from '../components/ListHeader.tsx'
import { SearchForm } from '../components/SearchForm.tsx'
import { SearchResults } from '../components/SearchResults.tsx'
import { WaysOn } from '../components/WaysOn.tsx'
import type { Strings } from '../strings/strings.ts'
import { useStrings } from '../strings/strings-context.ts'

interface SearchPageProps {
  page: SearchPageModel
}

export function SearchPage({ page }: SearchPageProps) {
  const strings = useStrings()
  const hasResults = page.outcome === 'results' && page.total > 0
  return (
    <div className="search-page">
      <ListHeader title={strings.searchHeading} />
      <SearchForm label={strings.searchArticles} query={page.query} size="large" />
      <p className="search-message">{describeOutcome(page, strings)}</p>
      {hasResults ? (
        <SearchResults page={page} />
      ) : (
        <div className="notice">
          <p>
            {page.outcome === 'results' && strings.searchNoneHint} {strings.searchBrowse}
          </p>
          <WaysOn categories={page.categories} />
        </div>
      )}
    </div>
  )
}

function describeOutcome({ outcome, total, query }: SearchPageModel, strings: Strings): string {
  switch (outcome) {
    case 'idle':
      return strings.searchIdle
    case 'too-short':
      return strings.searchTooShort
    case 'too-long':
      return strings.searchTooLong
    case 'failed':
      return strings.searchFailed
    case 'results':
      return total > 0 ? strings.searchCount(total, query) : strings.searchNone(query)
    default:
      return outcome satisfies never
  }
}

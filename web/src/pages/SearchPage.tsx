import type { SearchPage as SearchPageModel } from '#shared/contracts/page.ts'
import { FoundTerms } from '../components/FoundTerms.tsx'
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
  const { outcome, total, query, suggestions, terms = [], nearTerms, categories } = page
  const isFound = outcome === 'results' && total > 0
  const similar = suggestions.filter(({ kind }) => kind === 'article')
  const places = suggestions.filter(({ kind }) => kind !== 'article')
  const foundTerms = terms.length > 0 && <FoundTerms terms={terms} isFirst={!isFound} />
  const isTyped = terms[0]?.isTyped === true
  const foundNothing =
    outcome === 'results' && !isFound && suggestions.length === 0 && terms.length === 0
  return (
    <div className="search-page">
      <ListHeader title={strings.searchHeading} />
      <SearchForm label={strings.searchArticles} query={query} size="large" />
      {/* That no title has the words is no news to who finds what they mean. */}
      {!isFound && foundTerms}
      <div className="search-message">
        <p>
          {describeOutcome(page, strings)} {foundNothing && strings.searchNoneHint}
        </p>
        {isFound && <NewTabNote />}
      </div>
      {isFound && isTyped && foundTerms}
      {isFound && <SearchResults page={page} />}
      {isFound && !isTyped && foundTerms}
      {similar.length > 0 && (
        <SimilarTitles
          id="similar-titles"
          heading={strings.searchSimilar}
          suggestions={similar}
          isFirst={!isFound && terms.length === 0}
        />
      )}
      {places.length > 0 && (
        <SimilarTitles
          id="similar-places"
          heading={strings.searchPlaces}
          suggestions={places}
          isFirst={!isFound && terms.length === 0 && similar.length === 0}
        />
      )}
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

import { useId } from 'react'
import { SEARCH_MAX_LENGTH } from '#shared/text/search-limits.ts'
import { useStrings } from '../strings/strings-context.ts'

interface SearchFormProps {
  /** The accessible name, which differs from that of another search on the page. */
  label: string
  /** The query; the field in the header always starts empty. */
  query?: string
  size?: 'compact' | 'large'
}

export function SearchForm({ label, query, size = 'compact' }: SearchFormProps) {
  const strings = useStrings()
  const fieldId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form className={`search search-${size}`} role="search" aria-label={label} action="/search">
      <label className="visually-hidden" htmlFor={fieldId}>
        {strings.searchArticles}
      </label>
      <input
        id={fieldId}
        type="search"
        name="q"
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={strings.searchPlaceholder}
        defaultValue={query}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3L20.5 20.5" />
        </svg>
        <span className="search-button-text">{strings.search}</span>
      </button>
    </form>
  )
}

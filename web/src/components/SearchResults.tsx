import type { SearchPage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'
import { Hit } from './Hit.tsx'
import { PageLinks } from './PageLinks.tsx'
import { pageWindow } from './page-window.ts'
import { Section } from './Section.tsx'

export function SearchResults({ page }: { page: SearchPage }) {
  const strings = useStrings()
  const { query, hits, number, pages } = page
  const hrefOf = (step: number) => {
    const search = new URLSearchParams({ q: query })
    if (step > 1) search.set('page', String(step))
    return `/search?${search}`
  }
  return (
    <Section id="search-results" heading={strings.searchResults} headingClass="visually-hidden">
      <ul className="hits">
        {hits.map((hit) => (
          <li key={hit.path}>
            <Hit hit={hit}>
              {hit.card && (
                <>
                  <p className="card-description">{hit.card.description}</p>
                  <p className="card-meta">
                    <span>{hit.card.section.title}</span>
                    <DateTime instant={hit.card.publishedAt} />
                  </p>
                </>
              )}
            </Hit>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <PageLinks
          label={strings.searchPages}
          before={{ text: strings.previous, href: number > 1 ? hrefOf(number - 1) : undefined }}
          numbers={pageWindow(number, pages)}
          hrefOf={hrefOf}
          current={number}
          after={{ text: strings.next, href: number < pages ? hrefOf(number + 1) : undefined }}
        />
      )}
    </Section>
  )
}

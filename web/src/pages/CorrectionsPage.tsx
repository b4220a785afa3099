import { ListHeader } from '../components/ListHeader.tsx'
import { WasAndIs } from '../components/WasAndIs.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type ListedCorrection = PageProps<'corrections'>['page']['corrections'][number]

/** What was wrong in articles, and what stands there now, by year. */
export function CorrectionsPage({ page }: PageProps<'corrections'>) {
  const strings = useStrings()
  const isEmpty = page.corrections.length === 0
  return (
    <>
      <ListHeader
        title={strings.corrections}
        description={isEmpty ? strings.noCorrections : strings.correctionsIntro}
      />
      {byYear(page.corrections).map(([year, corrections]) => (
        <section key={year} className="corrections">
          <h2>{year}</h2>
          <ul>
            {corrections.map(({ article, ...correction }) => (
              <li key={article.path + correction.on + correction.was}>
                <h3>
                  <a href={`${article.path}#article-corrections`}>{article.title}</a>
                </h3>
                <WasAndIs {...correction} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function byYear(corrections: readonly ListedCorrection[]): [string, ListedCorrection[]][] {
  const years = new Map<string, ListedCorrection[]>()
  for (const correction of corrections) {
    const year = correction.on.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), correction])
  }
  return [...years]
}

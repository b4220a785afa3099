import { DateTime } from '../components/DateTime.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { FACTS_PAGE_WORDS } from '../strings/facts-page.ts'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type ListedFact = PageProps<'facts'>['page']['facts'][number]

/** Figures that texts show, with their values and sources: for readers who only want the limit. */
export function FactsPage({ page }: PageProps<'facts'>) {
  const strings = useStrings()
  const words = usePageWords(FACTS_PAGE_WORDS)
  const isEmpty = page.facts.length === 0
  return (
    <>
      <ListHeader title={strings.facts} description={isEmpty ? words.none : words.intro}>
        {!isEmpty && (
          <p>
            {words.asData} <a href="/facts.json">JSON</a>, <a href="/facts.csv">CSV</a>
          </p>
        )}
      </ListHeader>
      <div className="facts">
        {page.facts.map((fact) => (
          <Figure key={fact.name} fact={fact} />
        ))}
      </div>
    </>
  )
}

function Figure({ fact }: { fact: ListedFact }) {
  const words = usePageWords(FACTS_PAGE_WORDS)
  const { name, title, value, ended, source, values, articles } = fact
  return (
    <section className="fact" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {value && (
        <p className="fact-value">
          <strong>{value.is}</strong>
        </p>
      )}
      <div className="fact-details">
        <p>
          {value && <Days value={value} />}
          {ended && <span className="fact-note"> ({words.notEntered})</span>}
          {source && (
            <span className="whole-only">
              {value && ' · '}
              {words.source}{' '}
              <a href={source.url} rel="noopener">
                {source.title}
              </a>
            </span>
          )}
        </p>
        {values.length > 1 && (
          <details className="whole-only">
            <summary>{words.history}</summary>
            <History fact={fact} />
          </details>
        )}
        {articles.length > 0 && (
          <details className="whole-only">
            <summary>
              {words.articles} ({articles.length})
            </summary>
            <LinkList className="link-list" links={articles} />
          </details>
        )}
      </div>
    </section>
  )
}

function Days({ value: { from, until } }: { value: NonNullable<ListedFact['value']> }) {
  const words = usePageWords(FACTS_PAGE_WORDS)
  return (
    <>
      {words.from} <DateTime instant={from} />
      {until !== undefined && (
        <>
          {' '}
          {words.until} <DateTime instant={until} />
        </>
      )}
    </>
  )
}

function History({ fact: { title, values } }: { fact: ListedFact }) {
  const words = usePageWords(FACTS_PAGE_WORDS)
  return (
    <section className="table-scroll" aria-label={`${words.history}: ${title}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.firstDay}</th>
            <th scope="col">{words.lastDay}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ from, is, until }) => (
            <tr key={from}>
              <td>{is}</td>
              <td>
                <DateTime instant={from} />
              </td>
              <td>{until === undefined ? '–' : <DateTime instant={until} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

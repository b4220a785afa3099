import { DateTime } from '../components/DateTime.tsx'
import { JumpList } from '../components/JumpList.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { Section } from '../components/Section.tsx'
import { FACTS_PAGE_WORDS } from '../strings/facts-page.ts'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type Group = PageProps<'facts'>['page']['groups'][number]
type ListedFact = Group['facts'][number]

/** The id above the facts that say nothing of their subject, which no subject or fact has. */
const OTHERS = 'other_facts'

/** Figures that texts show, with their values and sources: for readers who only want the limit. */
export function FactsPage({ page: { groups } }: PageProps<'facts'>) {
  const strings = useStrings()
  const words = usePageWords(FACTS_PAGE_WORDS)
  const isEmpty = groups.length === 0
  const hasSubjects = groups.some(({ subject }) => subject !== undefined)
  const parts = groups.map(({ subject = { id: OTHERS, title: words.others }, facts }) => ({
    ...subject,
    facts,
  }))
  return (
    <>
      <ListHeader title={strings.facts} description={isEmpty ? words.none : words.intro}>
        <JumpList parts={parts} />
      </ListHeader>
      <div className="facts">
        {hasSubjects
          ? parts.map(({ id, title, facts }) => (
              <Section
                key={id}
                id={id}
                heading={title}
                headingClass="section-title"
                className="fact-group"
              >
                <Figures facts={facts} heading="h3" />
              </Section>
            ))
          : parts.map(({ id, facts }) => <Figures key={id} facts={facts} heading="h2" />)}
      </div>
      {!isEmpty && (
        <p className="facts-as-data">
          {words.asData} <a href="/facts.json">JSON</a>, <a href="/facts.csv">CSV</a>
        </p>
      )}
    </>
  )
}

interface FiguresProps {
  facts: readonly ListedFact[]
  /** The level of their headings. */
  heading: 'h2' | 'h3'
}

const Figures = ({ facts, heading }: FiguresProps) =>
  facts.map((fact) => <Figure key={fact.name} fact={fact} heading={heading} />)

function Figure({ fact, heading: Heading }: { fact: ListedFact; heading: 'h2' | 'h3' }) {
  const words = usePageWords(FACTS_PAGE_WORDS)
  const { name, title, value, ended, source, values, articles } = fact
  return (
    <section className="fact" aria-labelledby={name}>
      <Heading id={name}>{title}</Heading>
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

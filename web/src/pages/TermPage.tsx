import type { Link } from '#shared/contracts/page.ts'
import { Answer } from '../components/Answer.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { Section } from '../components/Section.tsx'
import { otherNames } from '../strings/other-names.ts'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import { TERM_PAGE_WORDS } from '../strings/term-page.ts'
import type { PageProps } from './page-props.ts'

/** What a term means in one line, then whatever says more about it. */
export function TermPage({ page }: PageProps<'term'>) {
  const strings = useStrings()
  const words = usePageWords(TERM_PAGE_WORDS)
  const { title, definition, also, article, answer, example, users, dictionary } = page
  const names = otherNames(title, also)
  const trail = dictionary ? [dictionary.category, dictionary.index, dictionary.letter] : []
  return (
    <>
      <ListHeader breadcrumb={trail} title={title} description={definition}>
        {names.length > 0 && (
          <p className="card-meta">
            {words.otherNames}
            {names.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </p>
        )}
      </ListHeader>
      <div className="term-parts">
        <Section id="term-article" heading={words.explained}>
          <p>
            <a className="arrow-link" href={article.path}>
              {strings.readArticle(article.title)}
            </a>
          </p>
          <Answer answer={answer} />
          {example && (
            <p>
              {strings.toolsInvitation}: <a href={example.path}>{example.title}</a>
            </p>
          )}
        </Section>
        {users.length > 0 && (
          <Section id="term-users" heading={words.users}>
            <LinkList links={users} />
          </Section>
        )}
      </div>
      <TermNeighbours page={page} />
    </>
  )
}

function TermNeighbours({ page: { previous, next } }: PageProps<'term'>) {
  const words = usePageWords(TERM_PAGE_WORDS)
  if (!previous && !next) return null
  const linkTo = ({ title, path }: Link, rel: 'prev' | 'next') => (
    <li>
      <a href={path} rel={rel}>
        {rel === 'prev' && <span aria-hidden="true">← </span>}
        {title}
        {rel === 'next' && <span aria-hidden="true"> →</span>}
      </a>
    </li>
  )
  return (
    <nav className="page-links" aria-label={words.neighbours}>
      <ul>
        {previous && linkTo(previous, 'prev')}
        {next && linkTo(next, 'next')}
      </ul>
    </nav>
  )
}

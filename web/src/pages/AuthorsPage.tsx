import { AuthorPicture } from '../components/AuthorPicture.tsx'
import { groupByLetter } from '../components/group-by-letter.ts'
import { LinkList } from '../components/LinkList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function AuthorsPage({ page }: PageProps<'authors'>) {
  const strings = useStrings()
  const groups = groupByLetter(page.authors)
  const letters = groups.map(({ letter }) => ({
    title: letter,
    path: `#letter-${encodeURIComponent(letter)}`,
  }))
  return (
    <>
      <ListHeader title={strings.authors} description={strings.authorsIntro(page.authors.length)}>
        <nav aria-label={strings.jumpToLetter}>
          <LinkList className="letters" links={letters} />
        </nav>
      </ListHeader>
      {groups.map(({ letter, members }) => (
        <section key={letter} className="letter-group" aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`}>{letter}</h2>
          <ul>
            {members.map((author) => (
              <li key={author.path} className="author-row">
                <AuthorPicture name={author.title} portrait={author.portrait} sizes="2.75rem" />
                <div>
                  <h3>
                    <a href={author.path}>{author.title}</a>
                  </h3>
                  <p>{author.description}</p>
                  <p className="author-row-count">{strings.articleCount(author.articles)}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

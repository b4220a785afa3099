import type { ArticlePage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Initials } from './Initials.tsx'

interface AuthorBoxProps {
  author: ArticlePage['author']
}

export function AuthorBox({ author }: AuthorBoxProps) {
  const strings = useStrings()
  return (
    <section className="author-box" aria-label={strings.aboutTheAuthor}>
      <Initials name={author.title} />
      <div>
        <p className="author-box-label">{strings.aboutTheAuthor}</p>
        <h2>{author.title}</h2>
        <p>{author.description}</p>
        <a className="arrow-link" href={author.path}>
          {strings.allArticlesBy(author.title)}
        </a>
      </div>
    </section>
  )
}

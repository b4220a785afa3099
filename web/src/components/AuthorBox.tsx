import type { ArticlePage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { AuthorLinks } from './AuthorLinks.tsx'
import { AuthorPicture } from './AuthorPicture.tsx'

export function AuthorBox({ author }: { author: ArticlePage['author'] }) {
  const strings = useStrings()
  return (
    <section className="author-box" aria-label={strings.aboutTheAuthor}>
      <AuthorPicture name={author.title} portrait={author.portrait} sizes="3.5rem" />
      <div>
        <p className="author-box-label">{strings.aboutTheAuthor}</p>
        <h2>{author.title}</h2>
        {author.role && <p className="author-role">{author.role}</p>}
        <p>{author.description}</p>
        <AuthorLinks name={author.title} links={author.links} />
        <a className="arrow-link" href={author.path}>
          {strings.allArticlesBy(author.title)}
        </a>
      </div>
    </section>
  )
}

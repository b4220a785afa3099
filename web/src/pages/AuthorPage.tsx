import { ArchiveLinks } from '../components/ArchiveLinks.tsx'
import { AuthorLinks } from '../components/AuthorLinks.tsx'
import { AuthorPicture } from '../components/AuthorPicture.tsx'
import { Breadcrumb } from '../components/Breadcrumb.tsx'
import { CardList } from '../components/CardList.tsx'
import { EmptyList } from '../components/EmptyList.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function AuthorPage({ page }: PageProps<'author'>) {
  const strings = useStrings()
  const { author } = page
  const authors = { title: strings.authors, path: '/authors' }
  return (
    <>
      <div className="page-header">
        <Breadcrumb links={[authors]} />
        <div className="profile">
          <AuthorPicture
            name={author.name}
            portrait={author.portrait}
            sizes="(width >= 40rem) 7rem, 4rem"
            loading="eager"
          />
          <div>
            <h1>{author.name}</h1>
            {author.role && <p className="author-role">{author.role}</p>}
            <p className="profile-biography">{author.description}</p>
            <AuthorLinks name={author.name} links={author.links} />
            <p className="profile-count">{strings.articleCount(author.articles)}</p>
          </div>
        </div>
      </div>
      {page.articles.length === 0 && <EmptyList leads={[authors]} />}
      <CardList heading={strings.articles} cards={page.articles} layout="grid" />
      <ArchiveLinks archive={page.archive} />
    </>
  )
}

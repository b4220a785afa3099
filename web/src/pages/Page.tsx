import type { Page as PageModel } from '#shared/contracts/page.ts'
import { Sponsored } from '../components/Sponsored.tsx'
import { ArchivePage } from './ArchivePage.tsx'
import { ArticlePage } from './ArticlePage.tsx'
import { AuthorPage } from './AuthorPage.tsx'
import { AuthorsPage } from './AuthorsPage.tsx'
import { CategoryPage } from './CategoryPage.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { GonePage } from './GonePage.tsx'
import { HomePage } from './HomePage.tsx'
import { InfoPage } from './InfoPage.tsx'
import { LetterPage } from './LetterPage.tsx'
import { LettersPage } from './LettersPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { SearchPage } from './SearchPage.tsx'
import { SitemapArchivePage } from './SitemapArchivePage.tsx'
import { SitemapPage } from './SitemapPage.tsx'
import { SubcategoryPage } from './SubcategoryPage.tsx'

interface PageProps {
  page: PageModel
}

/** A page with its paid links: at its end, but where a page has more to read after them. */
export function Page({ page }: PageProps) {
  const placesThem = page.kind === 'article' || page.kind === 'info'
  return (
    <>
      <PageBody page={page} />
      {!placesThem && <Sponsored path={page.path} sponsored={page.sponsored} />}
    </>
  )
}

/** Adding a page kind to the contract makes this fail to compile until it is handled here. */
function PageBody({ page }: PageProps) {
  switch (page.kind) {
    case 'home':
      return <HomePage page={page} />
    case 'category':
      return <CategoryPage page={page} />
    case 'subcategory':
      return <SubcategoryPage page={page} />
    case 'archive':
      return <ArchivePage page={page} />
    case 'letters':
      return <LettersPage page={page} />
    case 'letter':
      return <LetterPage page={page} />
    case 'article':
      return <ArticlePage page={page} />
    case 'authors':
      return <AuthorsPage page={page} />
    case 'author':
      return <AuthorPage page={page} />
    case 'info':
      return <InfoPage page={page} />
    case 'sitemap':
      return <SitemapPage page={page} />
    case 'sitemap-archive':
      return <SitemapArchivePage page={page} />
    case 'search':
      return <SearchPage page={page} />
    case 'not-found':
      return <NotFoundPage page={page} />
    case 'gone':
      return <GonePage page={page} />
    case 'error':
      return <ErrorPage page={page} />
    default:
      return page satisfies never
  }
}

import type { ComponentType } from 'react'
import type { Page } from '#shared/contracts/page.ts'
import { ArchivePage } from './ArchivePage.tsx'
import { ArticlePage } from './ArticlePage.tsx'
import { AuthorPage } from './AuthorPage.tsx'
import { AuthorsPage } from './AuthorsPage.tsx'
import { CategoryPage } from './CategoryPage.tsx'
import { CorrectionsPage } from './CorrectionsPage.tsx'
import { DeadEndPage } from './DeadEndPage.tsx'
import { FactsPage } from './FactsPage.tsx'
import { HomePage } from './HomePage.tsx'
import { InfoPage } from './InfoPage.tsx'
import { LetterPage } from './LetterPage.tsx'
import { LettersPage } from './LettersPage.tsx'
import type { PageProps } from './page-props.ts'
import { SearchPage } from './SearchPage.tsx'
import { SitemapArchivePage } from './SitemapArchivePage.tsx'
import { SitemapPage } from './SitemapPage.tsx'
import { SubcategoryPage } from './SubcategoryPage.tsx'
import { ToolsPage } from './ToolsPage.tsx'

type Template<K extends Page['kind']> = ComponentType<PageProps<K>>

/** The component of each page kind. A kind that is missing here does not compile. */
const TEMPLATES: Readonly<{ [K in Page['kind']]: Template<K> }> = {
  home: HomePage,
  category: CategoryPage,
  subcategory: SubcategoryPage,
  letters: LettersPage,
  letter: LetterPage,
  archive: ArchivePage,
  article: ArticlePage,
  authors: AuthorsPage,
  author: AuthorPage,
  info: InfoPage,
  facts: FactsPage,
  tools: ToolsPage,
  corrections: CorrectionsPage,
  sitemap: SitemapPage,
  'sitemap-archive': SitemapArchivePage,
  search: SearchPage,
  'not-found': DeadEndPage,
  gone: DeadEndPage,
  error: DeadEndPage,
}

// The table pairs every kind with the component of its model, but the compiler does not know that
// the kind of one page selects the component of that page.
export const templateOf = ({ kind }: Page) => TEMPLATES[kind] as Template<Page['kind']>

const NAMES = new Set(
  Object.keys(TEMPLATES).map((kind) => `component---src-pages-${kind}-page-tsx`),
)

/** Whether this build can show a page of this `componentChunkName`; a newer one may have more. */
export const knowsTemplate = (componentChunkName: string) => NAMES.has(componentChunkName)

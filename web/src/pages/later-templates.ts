import { ArchivePage } from './ArchivePage.tsx'
import { AuthorPage } from './AuthorPage.tsx'
import { AuthorsPage } from './AuthorsPage.tsx'
import { CategoryPage } from './CategoryPage.tsx'
import { CorrectionsPage } from './CorrectionsPage.tsx'
import { DeadEndPage } from './DeadEndPage.tsx'
import { FactsPage } from './FactsPage.tsx'
import { GuidesPage } from './GuidesPage.tsx'
import { HomePage } from './HomePage.tsx'
import { LetterPage } from './LetterPage.tsx'
import { LettersPage } from './LettersPage.tsx'
import { SavedPage } from './SavedPage.tsx'
import { SearchPage } from './SearchPage.tsx'
import { SitemapArchivePage } from './SitemapArchivePage.tsx'
import { SitemapPage } from './SitemapPage.tsx'
import { SubcategoryPage } from './SubcategoryPage.tsx'
import { TermPage } from './TermPage.tsx'
import { ToolsPage } from './ToolsPage.tsx'
import type { LaterTemplates } from './templates.ts'

/** The component of each page kind that is no text. A kind that is missing here does not compile. */
export const LATER_TEMPLATES: LaterTemplates = {
  home: HomePage,
  category: CategoryPage,
  subcategory: SubcategoryPage,
  letters: LettersPage,
  letter: LetterPage,
  term: TermPage,
  archive: ArchivePage,
  authors: AuthorsPage,
  author: AuthorPage,
  facts: FactsPage,
  tools: ToolsPage,
  guides: GuidesPage,
  corrections: CorrectionsPage,
  saved: SavedPage,
  sitemap: SitemapPage,
  'sitemap-archive': SitemapArchivePage,
  search: SearchPage,
  'not-found': DeadEndPage,
  gone: DeadEndPage,
  error: DeadEndPage,
}

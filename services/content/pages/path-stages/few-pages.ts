import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import { authorPath } from '../../addresses/author-path.ts'
import { letterPath, lettersPath } from '../../addresses/letter-addresses.ts'
import type { Reader } from '../../database/reader.ts'
import { type Category, dictionariesIn, loadCategories } from '../../site/category-repository.ts'
import { loadSiteSettings } from '../../site/site-settings.ts'
import { type Listed, PATH_KEY, type Stage } from './stage.ts'

/** All pages except articles, archives and topics. */
export const fewPages: Stage = { key: PATH_KEY, list: listPages }

const FIXED = ['/', NOT_FOUND_PATH, '/search', '/authors', '/sitemap']

/** There are few of these paths, so all of them are sorted each time. */
async function listPages(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const info = await db.selectFrom('info_page').select('path').execute()
  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').execute()
  const letters = await listLetters(db, categories)
  const groups = [
    FIXED,
    info.map(({ path }) => path),
    categories.map(({ slug }) => `/${slug}`),
    categories.flatMap(({ slug, children }) => children.map((child) => `/${slug}/${child.slug}`)),
    letters,
    authors.map(({ slug }) => authorPath(slug)),
  ]
  return groups
    .flatMap((paths, group) =>
      paths.map((path): Listed => ({ path, status: 'found', key: `${group}${path}` })),
    )
    .filter(({ key }) => key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

async function listLetters(db: Reader, categories: readonly Category[]): Promise<PagePath[]> {
  const dictionaries = dictionariesIn(categories)
  if (dictionaries.length === 0) return []
  const { site } = await loadSiteSettings(db)
  return dictionaries.flatMap((dictionary) => [
    lettersPath(dictionary),
    ...alphabetOf(site.locale).map(({ key }) => letterPath(dictionary, key)),
  ])
}

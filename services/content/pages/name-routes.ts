import type { FastifyInstance } from 'fastify'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { NameList } from '#shared/contracts/change.ts'
import type { Link } from '#shared/contracts/page.ts'
import { together } from '#shared/together.ts'
import { authorPath } from '../authors/author-path.ts'
import { loadRoster } from '../authors/roster.ts'
import { type Category, loadCategories } from '../categories/category-repository.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Database } from '../database/schema.ts'
import { loadNamedTerms } from '../glossary/named-terms.ts'

export interface NameRoutesOptions {
  db: ReadonlyKysely<Database>
}

/**
 * What the search service asks for beside the titles. Its readers hear of every change of it by one
 * tag and then ask for all of it again, so it is one answer: of every author and category, each of
 * whom has a page, and of at most `MAX_NAMED_TERMS` terms.
 */
export async function nameRoutes(app: FastifyInstance, { db }: NameRoutesOptions): Promise<void> {
  app.get('/names', () => readNames(db))
}

function readNames(db: ReadonlyKysely<Database>): Promise<NameList> {
  return inSnapshot(db, async (snapshot, history) => {
    const [at, roster, categories, terms] = await together([
      history,
      loadRoster(snapshot),
      loadCategories(snapshot),
      loadNamedTerms(snapshot),
    ])
    const authors = roster.map(({ slug, name }) => ({ title: name, path: authorPath(slug) }))
    return { ...at, authors, categories: linksTo(categories), terms }
  })
}

/** Categories, then subcategories, in the order of the menu. */
const linksTo = (categories: readonly Category[]): Link[] => [
  ...categories.map(({ slug, title }) => ({ title, path: `/${slug}` })),
  ...categories.flatMap(({ slug, children }) =>
    children.map((child) => ({ title: child.title, path: `/${slug}/${child.slug}` })),
  ),
]

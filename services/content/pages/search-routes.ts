import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { NameList, TitleList } from '#shared/contracts/change.ts'
import { SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase } from '../database/reader.ts'
import { loadNamedTerms } from '../library/named-terms.ts'
import { loadRoster } from '../library/roster.ts'
import { categoryLink, loadCategories, subcategoryLink } from '../site/category-repository.ts'

const MAX_IDS = 100
const MAX_TITLES = 5_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The routes for the search service. It learns of any change of names by one tag, and then asks for
 * all of them again: every author and category, and at most `MAX_NAMED_TERMS` terms.
 */
export async function searchRoutes(
  app: FastifyInstance,
  { db }: { db: ReadDatabase },
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()

  routes.get(
    '/titles',
    {
      schema: {
        querystring: Type.Object({
          after: Type.Optional(Type.String({ format: 'uuid' })),
          limit: Type.Integer({ minimum: 1, maximum: MAX_TITLES, default: 1_000 }),
          ids: Type.Optional(Type.String()),
        }),
      },
    },
    async ({ query }) => {
      const ids = query.ids?.split(',')
      if (ids && (ids.length > MAX_IDS || !ids.every((id) => UUID.test(id)))) {
        throw new SiteError('invalid-input', `ids must be 1 to ${MAX_IDS} article ids`)
      }
      const { after, limit } = query
      return inSnapshot(db, async (snapshot, history): Promise<TitleList> => {
        const published = snapshot
          .selectFrom('article')
          .select(['id', 'title', 'slug', 'published_at as publishedAt'])
          .where('status', '=', 'published')
          .$if(ids !== undefined, (some) => some.where('id', 'in', ids ?? []))
          .$if(!ids && after !== undefined, (some) => some.where('id', '>', after ?? ''))
          .orderBy('id')
          .limit(limit)
        const [at, titles] = await settleAll([history, published.execute()])
        return {
          ...at,
          titles: titles.map(({ slug, ...title }) => ({ ...title, path: articlePath(slug) })),
        }
      })
    },
  )

  routes.get('/names', () => readNames(db))
}

function readNames(db: ReadDatabase): Promise<NameList> {
  return inSnapshot(db, async (snapshot, history) => {
    const [at, roster, categories, terms] = await settleAll([
      history,
      loadRoster(snapshot),
      loadCategories(snapshot),
      loadNamedTerms(snapshot),
    ])
    const authors = roster.map(({ slug, name }) => ({ title: name, path: authorPath(slug) }))
    // In the order of the menu.
    const links = [
      ...categories.map(categoryLink),
      ...categories.flatMap((category) =>
        category.children.map((child) => subcategoryLink(category, child)),
      ),
    ]
    return { ...at, authors, categories: links, terms }
  })
}

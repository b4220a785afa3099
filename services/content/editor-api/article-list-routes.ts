import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Slug } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { ALL, authorList } from '../addresses/lists.ts'
import { listPublished, listWithdrawn } from '../library/article-list.ts'
import { ArticlePart } from './answers.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { Limit } from './list-cursor.ts'
import { described, describes } from './route-description.ts'

const ListQuery = Type.Object({
  state: Type.Optional(
    Type.Enum(['published', 'withdrawn'], { description: 'published, unless it is said' }),
  ),
  author: Type.Optional(described(Slug, 'The slug of an author')),
  category: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]+(?:/[a-z0-9-]+)?$',
      maxLength: 250,
      description: 'The slug of a category, or of a subcategory with its category: `news/markets`',
    }),
  ),
  /** A place in the list or, of withdrawn ones, an address. */
  after: Type.Optional(
    Type.Union([Slug, Type.String({ pattern: '^\\d{1,9}$' })], {
      description: 'Where the list goes on, as the last answer says',
    }),
  ),
  limit: Type.Optional(Limit),
})

/** Lists of articles for editors. */
export function articleListRoutes(app: FastifyInstance, { read }: ArticleVerb): void {
  const routes = routesOf(app)

  routes.get(
    '/articles',
    {
      config,
      schema: {
        querystring: ListQuery,
        ...describes({
          summary: 'Lists articles, the last published first',
          section: 'Articles',
          answers: { 200: ArticlePart },
        }),
      },
    },
    async ({ query: { state = 'published', author, category, after, limit = 50 } }) => {
      const part = { limit, after }
      if (state === 'withdrawn') {
        if (author ?? category) throw oneList('withdrawn articles are in one list')
        return listWithdrawn(read, part)
      }
      if (author !== undefined && category !== undefined) {
        throw oneList('ask for the articles of an author or of a category, not of both')
      }
      if (after !== undefined && !/^\d{1,9}$/.test(after)) throw oneList('must be as answered')
      const list = author === undefined ? (category ?? ALL) : authorList(author)
      return listPublished(read, list, part)
    },
  )
}

const oneList = (message: string) => new SiteError('invalid-input', `No list: ${message}`)

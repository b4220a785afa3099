import type { FastifyInstance } from 'fastify'
import { settleAll } from '#shared/settle-all.ts'
import { ArticleDraft } from '../drafts/article-draft.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { loadWhole } from '../library/stored-article.ts'
import { authorNameOf, draftOf, findArticle } from '../publishing/stored-articles.ts'
import { type ArticleVerb, config, params, routesOf } from './article-verb.ts'
import { noArticle } from './patch-fields.ts'
import { describes, withEntityTag } from './route-description.ts'

/** Answers an article as `PUT` takes it. */
export function getArticle(app: FastifyInstance, { read }: ArticleVerb): void {
  routesOf(app).get(
    '/articles/:slug',
    {
      config,
      schema: {
        params,
        ...describes({
          summary: 'Answers what an editor may change of an article, as `PUT` takes it',
          section: 'Articles',
          answers: { 200: withEntityTag(ArticleDraft) },
          refusals: ['not-found'],
        }),
      },
    },
    async ({ params: { slug } }, reply) => {
      const article = await findArticle(read, slug)
      if (article?.status !== 'published') throw noArticle(slug, article !== undefined)
      const [whole, author] = await settleAll([
        loadWhole(read, article),
        authorNameOf(read, article),
      ])
      return reply.header('etag', entityTag(whole)).send(draftOf(whole, author))
    },
  )
}

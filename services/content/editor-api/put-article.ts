import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Locale, Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articleId } from '../addresses/article-id.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { ArticleDraft } from '../drafts/article-draft.ts'
import { textsOf } from '../drafts/check-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { prefetchSave } from '../edits/save-article.ts'
import { findWhole, isIdTaken, type WholeArticle } from '../library/stored-article.ts'
import { glossaryOf } from '../library/term-repository.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { checkAndSave, checkForSaving, saveContextOf } from '../publishing/check-and-save.ts'
import { type DraftContext, draftContextOf } from '../publishing/draft-context.ts'
import { droppedFields, replacementOf } from '../publishing/replace-article.ts'
import { liveOf } from '../publishing/stored-articles.ts'
import { warningsAbout } from '../publishing/warnings-about.ts'
import { SavedArticle, SavedOrTried } from './answers.ts'
import { type ArticleVerb, config, headers, params, routesOf } from './article-verb.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { noticesAfter } from './inbound-links.ts'
import { describes, withEntityTag } from './route-description.ts'

/** With `defaultEntities`, an article without entities gets the default ones. */
const PutQuery = Type.Object({
  ...DryRunQuery.properties,
  defaultEntities: Type.Optional(
    Type.Boolean({
      description: 'Files an article without entities where `/default-entities` says',
    }),
  ),
})

/** Creates an article, or replaces all that an editor wrote in one. */
export function putArticle(app: FastifyInstance, verb: ArticleVerb): void {
  const { locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).put(
    '/articles/:slug',
    {
      config,
      schema: {
        params,
        headers,
        querystring: PutQuery,
        ...describes({
          summary: 'Creates an article, or replaces all of its fields',
          section: 'Articles',
          answers: { 200: withEntityTag(SavedOrTried), 201: withEntityTag(SavedArticle) },
          refusals: ['precondition-required', 'precondition-failed'],
          sends: ArticleDraft,
        }),
      },
    },
    async (request, reply) => {
      const { query, body } = request
      const conditions = { ...request.headers, dryRun: query.dryRun }
      const { slug } = request.params
      const maker = makerOf(request)
      const render = await renderAhead(textsOf(body), locale, askerOf(request, reply))
      const draftFor = (live: WholeArticle | undefined, { vocabulary }: DraftContext) =>
        replacementOf(body, { live, vocabulary, defaultEntities: query.defaultEntities ?? false })
      const work = async (edit: Edit) => {
        const [existing, context] = await readTogether(edit, slug, locale)
        const live = liveOf(existing)
        const inTheWay = live ? undefined : existing
        const known = { ...context, render, conditions, maker, inTheWay }
        const saved = await checkAndSave(verb, edit, slug, draftFor(live, context), live, known)
        const notices = [...droppedFields(body, live, saved.stored), ...saved.notices]
        return { created: !live, ...saved, notices }
      }
      const prefetch = async (edit: Edit) => {
        const [existing, context] = await readTogether(edit, slug, locale)
        const live = liveOf(existing)
        const checked = checkForSaving(verb, slug, draftFor(live, context), live, {
          ...context,
          render,
        })
        if ('reasons' in checked) return
        await prefetchSave(
          edit,
          slug,
          checked.article,
          live,
          saveContextOf(verb, { ...context, maker }),
        )
      }
      const { result, revision, tags } = await commit(work, query, prefetch)
      const asker = askerOf(request, reply)
      const made = query.dryRun ? undefined : revision
      const after = await noticesAfter(verb, result, { slug, revision: made, asker })
      const notices = [...result.notices, ...after]
      const warnings = warningsAbout({ ...result, notices }, { locale, now: now() })
      if (query.dryRun) return reply.send({ revision, tags, ...warnings })
      reply.header('etag', entityTag(result.stored))
      reply.code(result.created ? 201 : 200)
      return reply.send({ revision, path: articlePath(slug), ...warnings })
    },
  )
}

/** Also what saving the article needs, so that it is not waited for one after the other. */
const readTogether = (edit: Edit, slug: Slug, locale: Locale) =>
  settleAll([
    findWhole(edit, slug),
    draftContextOf(edit),
    isIdTaken(edit, articleId(locale, slug)),
    glossaryOf(edit, locale),
  ])

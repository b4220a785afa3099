import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/errors.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { withdrawArticle } from '../edits/save-article.ts'
import { loadWhole } from '../library/stored-article.ts'
import { conditionRefusal } from '../publishing/conditions.ts'
import { findArticle } from '../publishing/stored-articles.ts'
import { loadSiteSettings } from '../site/site-settings.ts'
import { Withdrawn } from './answers.ts'
import { type ArticleVerb, config, headers, params, routesOf } from './article-verb.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { brokenBy, noticesOf } from './inbound-links.ts'
import { describes } from './route-description.ts'

/** Withdraws an article; withdrawing it again is no edit. */
export function deleteArticle(app: FastifyInstance, verb: ArticleVerb): void {
  const { locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).delete(
    '/articles/:slug',
    {
      config,
      schema: {
        params,
        headers,
        querystring: DryRunQuery,
        ...describes({
          summary: 'Withdraws an article: readers get 410',
          section: 'Articles',
          answers: { 200: Withdrawn },
          refusals: ['not-found', 'precondition-required', 'precondition-failed'],
        }),
      },
    },
    async (request, reply) => {
      const { query } = request
      const conditions = { ...request.headers, dryRun: query.dryRun }
      const { slug } = request.params
      const maker = makerOf(request)
      const work = async (edit: Edit) => {
        const existing = await findArticle(edit.tx, slug)
        if (!existing) throw notFound(`Article "${slug}"`)
        if (existing.status === 'gone') return undefined
        const whole = await loadWhole(edit.tx, existing)
        const refusal = conditionRefusal(conditions, entityTag(whole))
        if (refusal) throw refusal
        const { constants } = await loadSiteSettings(edit.tx)
        await withdrawArticle(edit, whole, {
          locale,
          pageSize: constants.pageSize,
          now: now(),
          maker,
        })
        return whole
      }
      const { result, revision, tags } = await commit(work, query)
      const asker = askerOf(request, reply)
      const warnings = result
        ? noticesOf(await brokenBy(verb, result, { isWithdrawn: true }, asker), slug)
        : []
      return { revision, ...(query.dryRun && { tags }), ...(warnings.length > 0 && { warnings }) }
    },
  )
}

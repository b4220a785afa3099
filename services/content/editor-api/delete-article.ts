import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { notFound, SiteError } from '#shared/errors.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { SitePath } from '../drafts/article-draft.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { warningsAboutScheduled } from '../editions/scheduled-behind.ts'
import { withdrawArticle } from '../edits/save-article.ts'
import { loadWhole } from '../library/stored-article.ts'
import { reasonsAgainstLeading } from '../publishing/check-successor.ts'
import { conditionRefusal } from '../publishing/conditions.ts'
import { findArticle } from '../publishing/stored-articles.ts'
import { loadSiteSettings } from '../site/site-settings.ts'
import { Withdrawn } from './answers.ts'
import { type ArticleVerb, config, headers, params, routesOf } from './article-verb.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { brokenBy, noticesOf } from './inbound-links.ts'
import { described, describes } from './route-description.ts'

const DeleteQuery = Type.Object({
  ...DryRunQuery.properties,
  redirectTo: Type.Optional(
    described(SitePath, 'The page of the site where readers are led; without it, they get 410'),
  ),
})

/** Withdraws an article, or leads readers of one that is withdrawn elsewhere; to say so again is no edit. */
export function deleteArticle(app: FastifyInstance, verb: ArticleVerb): void {
  const { locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).delete(
    '/articles/:slug',
    {
      config,
      schema: {
        params,
        headers,
        querystring: DeleteQuery,
        ...describes({
          summary: 'Withdraws an article: readers get 410, or are led elsewhere',
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
      const leadsTo = query.redirectTo ?? null
      const maker = makerOf(request)
      const work = async (edit: Edit) => {
        const existing = await findArticle(edit.tx, slug)
        if (!existing) throw notFound(`Article "${slug}"`)
        if (existing.status === 'gone' && existing.gone_to === leadsTo) return undefined
        const whole = await loadWhole(edit.tx, existing)
        const refusal = conditionRefusal(conditions, entityTag(whole))
        if (refusal) throw refusal
        const { constants, origin } = await loadSiteSettings(edit.tx)
        if (leadsTo !== null) await requireSuccessor(edit.tx, slug, leadsTo, origin)
        await withdrawArticle(edit, whole, {
          locale,
          pageSize: constants.pageSize,
          now: now(),
          maker,
          leadsTo,
        })
        return whole
      }
      const { result, revision, tags } = await commit(work, query)
      const asker = askerOf(request, reply)
      const isDeadEnd = result && leadsTo === null
      const made = query.dryRun ? undefined : revision
      const scheduled = result
        ? await warningsAboutScheduled(verb.read, { revision: made, article: result.id })
        : []
      const broken = isDeadEnd
        ? noticesOf(await brokenBy(verb, result, { isWithdrawn: true }, asker), articlePath(slug))
        : []
      const warnings = [...scheduled.map(({ reason }) => reason), ...broken]
      return { revision, ...(query.dryRun && { tags }), ...(warnings.length > 0 && { warnings }) }
    },
  )
}

/** @throws {SiteError} where readers cannot be led there */
async function requireSuccessor(
  db: Reader,
  slug: Slug,
  to: PagePath,
  origin: string | undefined,
): Promise<void> {
  const field = '/redirectTo'
  const reasons = await reasonsAgainstLeading(db, slug, to, { field, origin })
  if (reasons.length > 0) {
    throw new SiteError('invalid-input', 'The article was not withdrawn', { reasons })
  }
}

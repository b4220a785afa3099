import type { FastifyInstance } from 'fastify'
import { settleAll } from '#shared/settle-all.ts'
import { textsOf } from '../drafts/check-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { reasonsAmongStored, warningsAboutTitle } from './check-among-stored.ts'
import { checkForSaving } from './check-and-save.ts'
import { articleOfDraft, DraftParams, draftAt } from './draft-at.ts'
import { loadDraftContext } from './draft-context.ts'
import { replacementOf } from './replace-article.ts'
import { liveOf } from './stored-articles.ts'
import { warningsAbout } from './warnings-about.ts'

/** Says all that is wrong with a draft and what could be better, and waits for no edit. */
export function lintDraft(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, locale, now, askerOf } = verb
  routesOf(app).post(
    '/drafts/:id/check',
    { config, schema: { params: DraftParams } },
    async (request, reply) => {
      const draft = await draftAt(read, request.params.id)
      const [existing, context, render] = await settleAll([
        articleOfDraft(read, draft),
        loadDraftContext(read),
        renderAhead(textsOf(draft.fields), locale, askerOf(request, reply)),
      ])
      const live = liveOf(existing)
      const fields = replacementOf(draft.fields, { live, ...context, defaultEntities: false })
      const checked = checkForSaving(verb, draft.slug, fields, existing, { ...context, render })
      const { origin } = context.settings ?? {}
      const [againstText, aboutTitle] = await settleAll([
        reasonsAmongStored(read, draft.slug, checked.rendered, {
          origin,
          before: existing?.body_markdown,
          now: now(),
        }),
        'reasons' in checked ? [] : warningsAboutTitle(read, draft.slug, textsOf(fields).title),
      ])
      const reasons = [...('reasons' in checked ? checked.reasons : []), ...againstText]
      const isBehind = existing !== undefined && entityTag(existing) !== draft.base
      const saved = { draft: { ...Object(fields) }, checked, notices: aboutTitle }
      return {
        reasons: reasons.map(({ line, ...reason }) => ({
          ...reason,
          ...(line !== undefined && { line: line + 1 }),
        })),
        ...warningsAbout(saved, { locale, now: now() }),
        isBehind,
      }
    },
  )
}

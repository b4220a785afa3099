import type { FastifyInstance } from 'fastify'
import { textsOf } from '../drafts/check-article.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { checkStoredDraft } from '../publishing/check-stored-draft.ts'
import { CheckedDraft } from './answers.ts'
import { type ArticleVerb, readingConfig, routesOf } from './article-verb.ts'
import { DraftParams, draftAt } from './draft-at.ts'
import { describes } from './route-description.ts'
import { siblingsOf } from './siblings-of.ts'

/** Says all that is wrong with a draft and what could be better, and waits for no edit. */
export function lintDraft(app: FastifyInstance, { read, locale, now, askerOf }: ArticleVerb): void {
  routesOf(app).post(
    '/drafts/:id/check',
    {
      config: readingConfig,
      schema: {
        params: DraftParams,
        ...describes({
          summary: 'Says all that is wrong with a draft, and what could be better',
          section: 'Drafts',
          answers: { 200: CheckedDraft },
          refusals: ['not-found'],
        }),
      },
    },
    async (request, reply) => {
      const draft = await draftAt(read, request.params.id)
      const asker = askerOf(request, reply)
      const render = await renderAhead(textsOf(draft.fields), locale, asker)
      const siblings = await siblingsOf(read, draft, locale, asker)
      const { existing: _, ...result } = await checkStoredDraft(read, draft, {
        locale,
        now,
        render,
        ...(siblings && { siblings }),
      })
      return result
    },
  )
}

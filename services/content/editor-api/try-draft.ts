import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { TriedDraft } from '#shared/contracts/effect.ts'
import { notFound } from '#shared/errors.ts'
import { onBehalfOf } from '#shared/reader-under-way.ts'
import type { Room } from '#shared/room.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { textsOf } from '../drafts/check-article.ts'
import { lockDraft } from '../editions/stored-draft.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { publishEdition, requireOpen } from '../publishing/publish-edition.ts'
import { type ArticleVerb, readingConfig, routesOf } from './article-verb.ts'
import { DraftParams, draftAt } from './draft-at.ts'
import { brokenBy, lostHeadings } from './inbound-links.ts'
import { describes } from './route-description.ts'

const Consent = Type.Object(
  {
    /** False publishes an article again that was withdrawn. */
    withdrawn: Type.Optional(Type.Literal(false)),
  },
  { additionalProperties: false },
)

/**
 * Says what publishing a draft would change: the edit is made and rolled back. It is refused for what
 * publishing is refused for.
 */
export function tryDraft(app: FastifyInstance, verb: ArticleVerb, room: Room): void {
  const { read, locale, askerOf, makerOf, commit } = verb
  routesOf(app).post(
    '/drafts/:id/dry-run',
    {
      config: readingConfig,
      schema: {
        params: DraftParams,
        body: Type.Union([Type.Null(), Consent]),
        ...describes({
          summary: 'Says what publishing a draft would change',
          section: 'Drafts',
          answers: { 200: TriedDraft },
          refusals: ['not-found', 'conflict'],
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const asker = askerOf(request, reply)
      const draft = await draftAt(read, id)
      const render = await renderAhead(textsOf(draft.fields), locale, asker)
      const bringsBack = request.body?.withdrawn === false
      const options = { clock: verb, render, maker: makerOf(request), bringsBack }
      const work = async (edit: Edit) => {
        const locked = await lockDraft(edit.tx, id)
        if (!locked) throw notFound(`Draft "${id}"`)
        requireOpen(locked)
        return publishEdition(edit, locked, options)
      }
      const { result, tags } = await onBehalfOf(asker.owner, () =>
        room.enter(() => commit(work, { dryRun: true })),
      )
      const { slug, existing, checked } = result
      const lost = existing ? lostHeadings(existing.headings, checked.rendered.outline) : {}
      const { broken } = existing ? await brokenBy(verb, existing, lost, asker) : { broken: [] }
      const isNewPath = existing?.slug !== slug
      return { path: articlePath(slug), isNewPath, tags, breaks: broken }
    },
  )
}

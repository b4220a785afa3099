import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { textsOf } from '../drafts/check-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { findDraft, lockDraft, type StoredDraft } from '../editions/stored-draft.ts'
import { findWhole, type WholeArticle } from '../library/stored-article.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { type ArticleVerb, config, headers, routesOf } from './article-verb.ts'
import { checkAndSave } from './check-and-save.ts'
import { articleOfDraft, DraftParams, requireSeen } from './draft-at.ts'
import { draftContextOf } from './draft-context.ts'
import { checkSlug } from './patch-article.ts'
import { replacementOf } from './replace-article.ts'
import { liveOf } from './stored-articles.ts'
import { warningsAbout } from './warnings-about.ts'

const Consent = Type.Object(
  {
    /** False publishes an article again that was withdrawn. */
    withdrawn: Type.Optional(Type.Literal(false)),
  },
  { additionalProperties: false },
)

/** Publishes a draft, which is an edition from then on. */
export function publishDraft(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).post(
    '/drafts/:id/publish',
    { config, schema: { params: DraftParams, headers, body: Consent } },
    async (request, reply) => {
      const { id } = request.params
      const maker = { ...makerOf(request), edition: id }
      const early = await findDraft(read, id)
      const render = await renderAhead(textsOf(early?.fields), locale, askerOf(request, reply))
      const work = async (edit: Edit) => {
        // A save that comes now waits, and is refused: it would be deleted unseen.
        const draft = await lockDraft(edit.tx, id)
        if (!draft) return publishedAs(edit.tx, id)
        requireSeen(request.headers, draft)
        requireOpen(draft)
        const [context, existing] = await settleAll([
          draftContextOf(edit),
          articleOfDraft(edit.tx, draft),
        ])
        requireCurrent(draft, existing, request.body.withdrawn === false)
        const inTheWay = existing ? undefined : await findWhole(edit, draft.slug)
        const live = liveOf(inTheWay)
        if (live)
          throw new SiteError(
            'conflict',
            `There is an article at "${draft.slug}": choose another address`,
          )
        const slug = existing ? await checkSlug(edit, draft.slug, existing) : draft.slug
        const conditions = existing ? { 'if-match': entityTag(existing) } : { 'if-none-match': '*' }
        const fields = replacementOf(draft.fields, {
          live: existing,
          ...context,
          defaultEntities: false,
        })
        const saving = { ...context, render, conditions, maker, inTheWay }
        const saved = await checkAndSave(verb, edit, slug, fields, existing, saving)
        edit.send(edit.tx.deleteFrom('draft').where('id', '=', id))
        return { slug, ...saved }
      }
      const { result, revision } = await commit(work, {})
      if (!('checked' in result)) return result
      reply.header('etag', entityTag(result.stored))
      return {
        revision,
        path: articlePath(result.slug),
        ...warningsAbout(result, { locale, now: now() }),
      }
    },
  )
}

function requireOpen({ discarded_at }: StoredDraft): void {
  if (discarded_at === null) return
  throw new SiteError(
    'conflict',
    'This draft was discarded: PATCH with {"discarded": false} brings it back',
  )
}

/** @throws {SiteError} where the article is not what the editor of the draft has seen of it */
function requireCurrent(
  { base }: StoredDraft,
  existing: WholeArticle | undefined,
  bringsBack: boolean,
): void {
  if (!existing) return
  if (existing.status === 'gone' && !bringsBack) {
    throw new SiteError(
      'conflict',
      'The article of this draft was withdrawn: send {"withdrawn": false} to publish it again',
    )
  }
  if (entityTag(existing) === base) return
  throw new SiteError(
    'conflict',
    'The article was edited since this draft began: POST …/merge puts both together',
  )
}

/** For a request that is sent again: what its draft was published as. */
async function publishedAs(db: Reader, id: string) {
  const edition = await db
    .selectFrom('edition')
    .select(['slug', 'revision', 'tag'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!edition) throw notFound(`Draft "${id}"`)
  return { revision: edition.revision, path: articlePath(edition.slug) }
}

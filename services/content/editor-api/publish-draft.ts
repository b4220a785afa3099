import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { ChangeNote, isNoted } from '../drafts/change-note.ts'
import { textsOf } from '../drafts/check-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { findDraft, lockDraft } from '../editions/stored-draft.ts'
import { closeOwnRelease } from '../editions/stored-release.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { publishEdition, requireOpen } from '../publishing/publish-edition.ts'
import { requireSeen } from '../publishing/require-seen.ts'
import { warningsAbout } from '../publishing/warnings-about.ts'
import { scheduleDraft } from '../releases/schedule-draft.ts'
import { OneRelease, Published } from './answers.ts'
import { type ArticleVerb, config, headers, routesOf } from './article-verb.ts'
import { DraftParams, draftAt, requireUnscheduled } from './draft-at.ts'
import { noticesAfter } from './inbound-links.ts'
import { At, readAt, releaseAnswer } from './release-answer.ts'
import { warningsOfRelease } from './release-warnings.ts'
import { describes, withEntityTag } from './route-description.ts'

const Publication = Type.Object(
  {
    ...ChangeNote.properties,
    /** The moment; without it, now. */
    at: Type.Optional(At),
    /** False publishes an article again that was withdrawn. */
    withdrawn: Type.Optional(Type.Literal(false)),
  },
  { additionalProperties: false },
)

/** Publishes a draft, which is an edition from then on, or lets it wait for its time. */
export function publishDraft(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).post(
    '/drafts/:id/publish',
    {
      config,
      schema: {
        params: DraftParams,
        headers,
        body: Publication,
        ...describes({
          summary: 'Publishes a draft, which is an edition from then on',
          section: 'Drafts',
          answers: { 200: withEntityTag(Published), 202: OneRelease },
          refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { at, withdrawn, ...note } = request.body
      const bringsBack = withdrawn === false
      if (at !== undefined) {
        const draft = await draftAt(verb.write, id)
        requireSeen(request.headers, draft.tag, 'draft')
        const asker = askerOf(request, reply)
        const release = await scheduleDraft(verb.write, draft, {
          locale,
          now,
          asker,
          bringsBack,
          note,
          at: await readAt(read, at, now()),
          by: makerOf(request).name ?? 'nobody',
        })
        const warnings = await warningsOfRelease(verb, release, asker)
        return reply.code(202).send(await releaseAnswer(read, release, warnings))
      }
      const early = await findDraft(read, id)
      const render = await renderAhead(textsOf(early?.fields), locale, askerOf(request, reply))
      const work = async (edit: Edit) => {
        // A save that comes now waits, and is refused: it would be deleted unseen.
        const draft = await lockDraft(edit.tx, id)
        if (!draft) return publishedAs(edit.tx, id, note)
        requireSeen(request.headers, draft.tag, 'draft')
        requireOpen(draft)
        requireUnscheduled(draft)
        const options = { clock: verb, render, maker: makerOf(request), bringsBack }
        const noted = isNoted(note) ? { ...draft, change_note: note } : draft
        const saved = await publishEdition(edit, noted, options)
        edit.send(closeOwnRelease(edit.tx, draft, { state: 'published', revision: edit.revision }))
        return saved
      }
      const { result, revision } = await commit(work, {})
      if (!('checked' in result)) return result
      reply.header('etag', entityTag(result.stored))
      const asker = askerOf(request, reply)
      const after = await noticesAfter(verb, result, { slug: result.slug, revision, asker })
      const notices = [...result.notices, ...after]
      return {
        revision,
        path: articlePath(result.slug),
        ...warningsAbout({ ...result, notices }, { locale, now: now() }),
      }
    },
  )
}

/**
 * For a request that is sent again: what its draft was published as.
 *
 * @throws {SiteError} where it has a note that the edition lacks, and that would be lost
 */
async function publishedAs(db: Reader, id: string, { note }: ChangeNote) {
  const edition = await db
    .selectFrom('edition')
    .select(['slug', 'revision', 'fields'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!edition) throw notFound(`Draft "${id}"`)
  const { slug, revision } = edition
  const changes: unknown = fieldOf(edition.fields, 'changes')
  const isThere = Array.isArray(changes) && changes.some((one) => fieldOf(one, 'text') === note)
  if (note !== undefined && !isThere) {
    throw new SiteError(
      'conflict',
      `This draft was published already, as revision ${revision}, without this note: PATCH /articles/${slug} with the note alone`,
    )
  }
  return { revision, path: articlePath(slug) }
}

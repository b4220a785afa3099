import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import { ChangeNote } from '../drafts/change-note.ts'
import { DRAFT_FIELDS } from '../drafts/draft-fields.ts'
import { nearestHint } from '../drafts/nearest-name.ts'
import { reasonsAboutCharacters } from '../drafts/reasons-about-characters.ts'
import type { Fields } from '../editions/compare-fields.ts'
import { currentNumber, loadLastEdition } from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { loadEdition } from '../editions/history.ts'
import { type DraftText, draftTag, listDrafts, type StoredDraft } from '../editions/stored-draft.ts'
import { closeOwnRelease } from '../editions/stored-release.ts'
import { areEqual } from '../edits/article-state.ts'
import { loadWhole } from '../library/stored-article.ts'
import { changedMeanwhile, requireSeen } from '../publishing/require-seen.ts'
import { findArticle } from '../publishing/stored-articles.ts'
import { IN_NONE } from '../releases/change-release.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { answer, draftAt, requireUnscheduled, saveDraft } from './draft-at.ts'
import { DRAFT_REQUESTS, type DraftPatch, type NewDraft } from './draft-requests.ts'
import { withTextEdits } from './edit-text.ts'
import { requireTime } from './list-cursor.ts'
import { withChanges } from './patch-fields.ts'

/** Drafts of one editor that are not discarded. */
const MAX_DRAFTS = 1_000
/** How long discarded drafts are kept. */
const DISCARDED_DAYS = 30

/** Texts that editors prepare. Nothing here waits for an edit, and no reader sees it. */
export function draftRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write, now, makerOf } = verb
  const routes = routesOf(app)
  const whoOf = (request: FastifyRequest) => makerOf(request).name ?? 'nobody'

  routes.get(
    '/drafts',
    {
      config,
      schema: DRAFT_REQUESTS.list,
    },
    async ({ query: { state = 'open', limit = 50, by, after } }) => {
      requireTime(after)
      return listDrafts(read, { by, after, limit, state })
    },
  )

  routes.post('/drafts', { config, schema: DRAFT_REQUESTS.begin }, async (request, reply) => {
    const { text, article } = await beginningOf(read, request.body)
    requireFields(text.fields)
    const by = whoOf(request)
    await requireRoom(read, by)
    const at = now().toISOString()
    const tag = draftTag(text)
    const draft = { id: randomUUID(), article, ...text, tag, made_by: by, saved_by: by }
    const times = { made_at: at, saved_at: at, discarded_at: null }
    const made = await write
      .insertInto('draft')
      .values({ ...draft, ...times, fields: JSON.stringify(text.fields) })
      .returningAll()
      .executeTakeFirstOrThrow()
    return answer(reply.code(201), made)
  })

  routes.get(
    '/drafts/:id',
    {
      config,
      schema: DRAFT_REQUESTS.read,
    },
    async (request, reply) => answer(reply, await draftAt(read, request.params.id)),
  )

  routes.patch(
    '/drafts/:id',
    {
      config,
      schema: DRAFT_REQUESTS.change,
    },
    async (request, reply) => {
      const draft = await draftAt(write, request.params.id)
      // They are carried out on the text that is stored, which must be the one that was read.
      if (request.body.edits !== undefined) requireSeen(request.headers, draft.tag, 'draft')
      const text = changedText(draft, request.body)
      // One whose answer was lost and that is sent again.
      if (isSaved(draft, text) && request.body.discarded === undefined) return answer(reply, draft)
      requireSeen(request.headers, draft.tag, 'draft')
      requireFields(text.fields)
      const saved = await saveDraft(write, draft, {
        ...text,
        saved_by: whoOf(request),
        saved_at: now().toISOString(),
        ...(request.body.discarded === false && { discarded_at: null }),
      })
      return answer(reply, saved)
    },
  )
  discardDraft(app, verb)
}

function discardDraft(app: FastifyInstance, { write, now }: ArticleVerb): void {
  routesOf(app).delete(
    '/drafts/:id',
    {
      config,
      schema: DRAFT_REQUESTS.discard,
    },
    async (request, reply) => {
      const draft = await draftAt(write, request.params.id)
      requireSeen(request.headers, draft.tag, 'draft')
      requireUnscheduled(draft)
      await write.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('draft')
          .set({ ...IN_NONE, discarded_at: now().toISOString() })
          .where('id', '=', draft.id)
          .where('tag', '=', draft.tag)
          .where('is_scheduled', '=', false)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) changedMeanwhile('draft')
        await closeOwnRelease(tx, draft, { state: 'cancelled' }).execute()
      })
      const before = new Date(now().getTime() - DISCARDED_DAYS * 86_400_000).toISOString()
      await write.deleteFrom('draft').where('discarded_at', '<', before).execute()
      return reply.send({ id: draft.id, discarded: true })
    },
  )
}

const isSaved = ({ slug, base, fields }: StoredDraft, text: DraftText) =>
  slug === text.slug && base === text.base && areEqual(fields, text.fields)

/** What a draft begins with, and the id of the article that it changes. */
async function beginningOf(
  db: Reader,
  { slug, article, edition, fields = {} }: Static<typeof NewDraft>,
): Promise<{ text: DraftText; article: string | null }> {
  if (article === undefined) {
    if (slug === undefined || edition !== undefined) {
      throw refused('/article', 'is needed, unless slug says the address of a new article')
    }
    const there = await findArticle(db, slug)
    if (there?.status === 'published') {
      throw new SiteError('conflict', `There is an article at "${slug}": send it as article`)
    }
    return { text: { slug, base: null, fields }, article: null }
  }
  const existing = await findArticle(db, article)
  if (!existing) throw notFound(`Article "${article}"`)
  const whole = await loadWhole(db, existing)
  const base = entityTag(whole)
  const number = edition ?? currentNumber(await loadLastEdition(db, existing.id), whole)
  const former = await loadEdition(db, existing, number)
  if (!former) throw notFound(`Edition ${number} of "${article}"`)
  // The time of an update is that of its publication.
  const { updatedAt: _, ...begins }: Fields = former.draft
  const text = { slug: slug ?? existing.slug, base, fields: withChanges(begins, fields) }
  return { text, article: existing.id }
}

function changedText(
  { slug, base, fields: stored }: StoredDraft,
  { fields = {}, edits, ...sent }: Static<typeof DraftPatch>,
): DraftText {
  const { body = '' }: Fields = { ...stored }
  const changes = withTextEdits({ ...fields, ...(edits !== undefined && { edits }) }, String(body))
  const text = { slug: sent.slug ?? slug, base: sent.base ?? base }
  return { ...text, fields: withChanges(stored, changes) }
}

/** A draft may be wrong in many ways, but it must be one that can be stored, and all of it be used. */
function requireFields(fields: Fields): void {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(DRAFT_FIELDS, name))
  const reasons = [
    ...unknown.map((name) => ({
      field: `/${name}`,
      message: `is not a known field${hintOn(name)}`,
    })),
    ...reasonsAboutCharacters(fields),
  ]
  if (reasons.length > 0) {
    throw new SiteError('invalid-input', 'The draft was not saved', { reasons })
  }
}

const hintOn = (name: string) =>
  Object.hasOwn(ChangeNote.properties, name)
    ? ': send it when you publish the draft'
    : nearestHint(name, Object.keys(DRAFT_FIELDS))

async function requireRoom(db: Reader, by: string): Promise<void> {
  const drafts = await db
    .selectFrom('draft')
    .select('id')
    .where('made_by', '=', by)
    .where('discarded_at', 'is', null)
    .limit(MAX_DRAFTS)
    .execute()
  if (drafts.length < MAX_DRAFTS) return
  throw new SiteError(
    'too-many-requests',
    `You have ${MAX_DRAFTS} drafts: publish or discard some of them`,
  )
}

const refused = (field: string, message: string) =>
  new SiteError('invalid-input', 'The draft was not saved', { reasons: [{ field, message }] })

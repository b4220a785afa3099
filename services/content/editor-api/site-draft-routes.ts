import type { FastifyInstance } from 'fastify'
import { siteTag } from '../editions/site-edition.ts'
import { siteFileOf } from '../editions/site-files.ts'
import { closeOwnRelease } from '../editions/stored-release.ts'
import { beginSiteDraft, listSiteDrafts } from '../editions/stored-site-draft.ts'
import { siteFileRefusal } from '../publishing/conditions.ts'
import { changedMeanwhile, requireSeen } from '../publishing/require-seen.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { requireUnscheduled } from './draft-at.ts'
import { requireTime } from './list-cursor.ts'
import { saveSiteDraft, siteDraftAnswer, siteDraftAt } from './site-draft-at.ts'
import { SITE_DRAFT_REQUESTS } from './site-draft-requests.ts'
import {
  findCurrentSiteText,
  requireSiteText,
  SITE_TEXT_LIMIT,
  sendSiteText,
} from './site-file-routes.ts'

/** How long discarded drafts are kept. */
const DISCARDED_DAYS = 30

const limits = { bodyLimit: SITE_TEXT_LIMIT, config }

/**
 * Drafts of files of the site: saving one waits for no edit, and no reader sees it. The caller has bodies
 * read as texts.
 */
export function siteDraftRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write, locale, now, makerOf } = verb
  const routes = routesOf(app)

  routes.post(
    '/site-files/:name/drafts',
    { ...limits, schema: SITE_DRAFT_REQUESTS.begin },
    async (request, reply) => {
      const file = siteFileOf(request.params.name, locale)
      const text = requireSiteText(file, request.body, request.headers['content-type'])
      const current = (await findCurrentSiteText(read, file))?.edition
      const tag = current && siteTag(current)
      const refusal = siteFileRefusal(
        request.headers,
        file,
        current && { ...current, tag: String(tag) },
      )
      if (refusal) throw refusal
      const made = await beginSiteDraft(write, {
        file,
        base: tag ?? null,
        text,
        by: makerOf(request).name ?? null,
        at: now().toISOString(),
      })
      return reply.code(201).header('etag', made.tag).send(siteDraftAnswer(made))
    },
  )

  routes.get(
    '/site-drafts',
    { config, schema: SITE_DRAFT_REQUESTS.list },
    async ({ query: { state, after, limit = 50 } }) => {
      requireTime(after)
      const isDiscarded = state === 'discarded'
      const { drafts, ...part } = await listSiteDrafts(read, { isDiscarded, after, limit })
      return { drafts: drafts.map(siteDraftAnswer), ...part }
    },
  )

  routes.get(
    '/site-drafts/:id',
    { config, schema: SITE_DRAFT_REQUESTS.read },
    async (request, reply) => {
      const { file, tag, text } = await siteDraftAt(read, request.params.id)
      return sendSiteText(reply, { file, etag: tag, text })
    },
  )
  changeSiteDraft(app, verb)
}

function changeSiteDraft(app: FastifyInstance, { write, now, makerOf }: ArticleVerb): void {
  const routes = routesOf(app)
  routes.put(
    '/site-drafts/:id',
    { ...limits, schema: SITE_DRAFT_REQUESTS.save },
    async (request, reply) => {
      const draft = await siteDraftAt(write, request.params.id)
      const text = requireSiteText(draft.file, request.body, request.headers['content-type'])
      // One whose answer was lost and that is sent again.
      const isSaved = draft.text === text && draft.discarded_at === null
      if (!isSaved) requireSeen(request.headers, draft.tag, 'draft')
      const saving = {
        text,
        base: draft.base,
        saved_by: makerOf(request).name ?? null,
        saved_at: now().toISOString(),
        discarded_at: null,
      }
      const saved = isSaved ? draft : await saveSiteDraft(write, draft, saving)
      return reply.header('etag', saved.tag).send(siteDraftAnswer(saved))
    },
  )

  routes.delete(
    '/site-drafts/:id',
    { config, schema: SITE_DRAFT_REQUESTS.discard },
    async (request, reply) => {
      const draft = await siteDraftAt(write, request.params.id)
      requireSeen(request.headers, draft.tag, 'draft')
      requireUnscheduled(draft)
      await write.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('site_draft')
          .set({ discarded_at: now().toISOString(), release: null })
          .where('id', '=', draft.id)
          .where('tag', '=', draft.tag)
          .where('is_scheduled', '=', false)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) changedMeanwhile('draft')
        await closeOwnRelease(tx, draft, { state: 'cancelled' }).execute()
      })
      const before = new Date(now().getTime() - DISCARDED_DAYS * 86_400_000).toISOString()
      await write.deleteFrom('site_draft').where('discarded_at', '<', before).execute()
      return reply.send({ id: draft.id, discarded: true as const })
    },
  )
}

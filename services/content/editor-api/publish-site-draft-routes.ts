import type { FastifyInstance } from 'fastify'
import { notFound, SiteError } from '#shared/errors.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import { mergeLines } from '../editions/merge-lines.ts'
import { findTaggedText, siteTag } from '../editions/site-edition.ts'
import { closeOwnRelease } from '../editions/stored-release.ts'
import { lockSiteDraft, type StoredSiteDraft } from '../editions/stored-site-draft.ts'
import { parseAhead } from '../parsing/parse-ahead.ts'
import { writeSiteDraft } from '../publishing/publish-site-draft.ts'
import { requireSeen } from '../publishing/require-seen.ts'
import { adStringsIn, requireNoErrors } from '../publishing/save-site-file.ts'
import { scheduleSiteDraft } from '../releases/schedule-site-draft.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { requireUnscheduled } from './draft-at.ts'
import { readAt, releaseAnswer } from './release-answer.ts'
import { saveSiteDraft, siteDraftAnswer, siteDraftAt } from './site-draft-at.ts'
import { SITE_DRAFT_REQUESTS } from './site-draft-requests.ts'
import { findCurrentSiteText, savedSiteAnswer } from './site-file-routes.ts'

/** Tries and publishes drafts of files of the site. */
export function publishSiteDraftRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write, locale, now, askerOf, makerOf } = verb
  const routes = routesOf(app)
  const publish = async (
    edit: Edit,
    draft: StoredSiteDraft,
    options: Parameters<typeof writeSiteDraft>[3],
  ) => {
    const { finish, edition, warnings } = await writeSiteDraft(verb, edit, draft, options)
    const found = await finish()
    requireNoErrors(found)
    const own = found.filter(({ file }) => file === draft.file)
    return { edition, warnings: [...warnings, ...own] }
  }

  routes.post(
    '/site-drafts/:id/dry-run',
    { config: { ...config, onlyReads: true }, schema: SITE_DRAFT_REQUESTS.tryOut },
    async (request, reply) => {
      const draft = await siteDraftAt(read, request.params.id)
      const parse = await parseAhead(adStringsIn(draft), askerOf(request, reply))
      const options = { maker: makerOf(request), parse }
      const { result, revision, tags } = await commitEdit(
        write,
        (edit) => publish(edit, draft, options),
        { dryRun: true },
      )
      return { revision, ...savedSiteAnswer(result), tags }
    },
  )

  routes.post(
    '/site-drafts/:id/publish',
    { config, schema: SITE_DRAFT_REQUESTS.publish },
    async (request, reply) => {
      const { id } = request.params
      const { at } = request.body
      const asker = askerOf(request, reply)
      if (at !== undefined) {
        const draft = await siteDraftAt(write, id)
        requireSeen(request.headers, draft.tag, 'draft')
        const release = await scheduleSiteDraft(write, draft, {
          locale,
          now,
          asker,
          at: await readAt(read, at, now()),
          by: makerOf(request).name ?? 'nobody',
        })
        return reply.code(202).send(await releaseAnswer(read, release))
      }
      const early = await siteDraftAt(read, id).catch(() => undefined)
      const parse = await parseAhead(early ? adStringsIn(early) : [], asker)
      const { result, revision } = await commitEdit(write, async (edit) => {
        // A save that comes now waits, and is refused: it would be deleted unseen.
        const draft = await lockSiteDraft(edit.tx, id)
        if (!draft) return publishedBefore(edit, id)
        requireSeen(request.headers, draft.tag, 'draft')
        requireUnscheduled(draft)
        const published = await publish(edit, draft, { maker: makerOf(request), parse })
        edit.send(closeOwnRelease(edit.tx, draft, { state: 'published', revision: edit.revision }))
        return { ...published, revision: undefined }
      })
      reply.header('etag', siteTag(result.edition))
      return { ...savedSiteAnswer(result), revision: result.revision ?? revision }
    },
  )
  mergeSiteDraft(app, verb)
}

/** For a request that is sent again: what its draft was published as. */
async function publishedBefore({ tx }: Edit, id: string) {
  const edition = await tx
    .selectFrom('site_edition')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!edition) throw notFound(`Draft "${id}"`)
  return { edition, warnings: [], revision: edition.revision }
}

/** Puts into a draft what was edited since it began. */
function mergeSiteDraft(app: FastifyInstance, { write, now, makerOf }: ArticleVerb): void {
  routesOf(app).post(
    '/site-drafts/:id/merge',
    { config, schema: SITE_DRAFT_REQUESTS.merge },
    async (request, reply) => {
      const draft = await siteDraftAt(write, request.params.id)
      requireSeen(request.headers, draft.tag, 'draft')
      const { file, text, base } = draft
      const current = await findCurrentSiteText(write, file)
      const agreed = base === null ? '' : await findTaggedText(write, file, base)
      if (!current || agreed === undefined) {
        throw new SiteError('conflict', `${file} is not there any more: nothing can be put in`)
      }
      const sides = { ours: text, base: agreed, edited: current.text }
      const merged = mergeLines(sides, file.endsWith('.md'))
      const reasons = merged.conflicts.map(({ line, edited }) => ({
        field: file,
        line: line + 1,
        code: 'E-CONFLICT',
        message: `was changed in this draft and, since it began, in edition ${current.edition.number}, which says: ${edited.trim() || 'nothing'}`,
      }))
      if (reasons.length > 0) {
        throw new SiteError('conflict', 'The draft stays as it is: both changed the same', {
          reasons,
        })
      }
      const saved = await saveSiteDraft(write, draft, {
        text: merged.text,
        base: siteTag(current.edition),
        saved_by: makerOf(request).name ?? null,
        saved_at: now().toISOString(),
        discarded_at: draft.discarded_at,
      })
      return reply.header('etag', saved.tag).send(siteDraftAnswer(saved))
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { fieldOf } from '#shared/field-of.ts'
import { settleAll } from '#shared/settle-all.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import { withNote } from '../drafts/change-note.ts'
import { textsOf } from '../drafts/check-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { taggedSide } from '../editions/stored-side.ts'
import { findWhole, type StoredArticle } from '../library/stored-article.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { checkAndSave } from '../publishing/check-and-save.ts'
import { checkSlug } from '../publishing/check-slug.ts'
import { draftContextOf } from '../publishing/draft-context.ts'
import { tagsIn } from '../publishing/names-tag.ts'
import { authorNameOf, draftOf, findArticle, liveOf } from '../publishing/stored-articles.ts'
import { warningsAbout } from '../publishing/warnings-about.ts'
import { SavedOrTried } from './answers.ts'
import { ArticlePatch } from './article-patch.ts'
import { type ArticleVerb, config, headers, params, routesOf } from './article-verb.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { withTextEdits } from './edit-text.ts'
import { noticesAfter } from './inbound-links.ts'
import { asNote, asPatch, bringsBack, noArticle, withChanges } from './patch-fields.ts'
import { describes, withEntityTag } from './route-description.ts'

/** Changes the fields that are sent, moves an article, or brings a withdrawn one back. */
export function patchArticle(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, locale, now, askerOf, makerOf, commit } = verb
  routesOf(app).patch(
    '/articles/:slug',
    {
      config,
      schema: {
        params,
        headers,
        querystring: DryRunQuery,
        ...describes({
          summary: 'Changes some fields of an article, moves it, or brings a withdrawn one back',
          section: 'Articles',
          answers: { 200: withEntityTag(SavedOrTried) },
          refusals: ['not-found', 'conflict', 'precondition-required', 'precondition-failed'],
          sends: ArticlePatch,
        }),
      },
    },
    async (request, reply) => {
      const { query, body } = request
      const conditions = { ...request.headers, dryRun: query.dryRun }
      const { slug } = request.params
      const stored = await findArticle(read, slug)
      bringsBack(asPatch(body))
      const texts = {
        title: stored?.title,
        body: stored?.body_markdown,
        ...(stored && withTextEdits(asPatch(body), await seenText(read, stored, request))),
      }
      const render = await renderAhead(textsOf(texts), locale, askerOf(request, reply))
      const prefetch = (edit: Edit) => settleAll([findWhole(edit, slug), draftContextOf(edit)])
      const work = async (edit: Edit) => {
        const [existing, context] = await prefetch(edit)
        if (!existing || !(liveOf(existing) || bringsBack(asPatch(body)))) {
          throw noArticle(slug, existing !== undefined)
        }
        const seen = await seenText(edit.tx, existing, request)
        const sent = withTextEdits(asPatch(body), seen)
        const { slug: wantedSlug = slug, withdrawn: _withdrawn, note, minor, ...changes } = sent
        const [newSlug, author] = await settleAll([
          checkSlug(edit, wantedSlug, existing),
          authorNameOf(edit.tx, existing),
        ])
        // The stored update time is not the editor's choice, so a patch does not repeat it.
        const { updatedAt: _, ...former } = draftOf(existing, author)
        const words = asNote({ note, minor })
        const day = dayAt(now().toISOString(), context.vocabulary.zone)
        const draft = withNote(withChanges(former, changes), words, day)
        const maker = makerOf(request)
        const known = { ...context, render, conditions, maker, isMinor: words.minor }
        const saved = await checkAndSave(verb, edit, newSlug, draft, existing, known)
        return { slug: newSlug, ...saved }
      }
      const { result, revision, tags } = await commit(work, query, prefetch)
      const asker = askerOf(request, reply)
      const made = query.dryRun ? undefined : revision
      const after = await noticesAfter(verb, result, { slug: result.slug, revision: made, asker })
      const notices = [...result.notices, ...after]
      const warnings = warningsAbout({ ...result, notices }, { locale, now: now() })
      if (query.dryRun) return { revision, tags, ...warnings }
      reply.header('etag', entityTag(result.stored))
      return { revision, path: articlePath(result.slug), ...warnings }
    },
  )
}

/**
 * The text that `edits` are carried out on: that of the edition which the request names, so that a request
 * that is sent again makes the same of it, and is answered as stored.
 */
async function seenText(
  db: Reader,
  { id, body_markdown }: Pick<StoredArticle, 'id' | 'body_markdown'>,
  { headers, body }: { headers: { 'if-match'?: string }; body: unknown },
): Promise<string> {
  const { 'if-match': wanted } = headers
  if (wanted === undefined || fieldOf(body, 'edits') === undefined) return body_markdown
  const seen = await taggedSide(db, { article: id, tags: tagsIn(wanted) })
  return seen?.body ?? body_markdown
}

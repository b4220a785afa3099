import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { type Locale, Slug } from '#shared/contracts/primitives.ts'
import { notFound, SiteError } from '#shared/errors.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articleId } from '../addresses/article-id.ts'
import { articlePath } from '../addresses/article-path.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import { createGroupCommit } from '../changes/group-commit.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import type { ArticleDraft } from '../drafts/article-draft.ts'
import { type CheckOutcome, checkArticle, textsOf } from '../drafts/check-article.ts'
import { defaultEntities, entitiesOf } from '../drafts/entities.ts'
import {
  isStored,
  moveAside,
  prefetchSave,
  type SaveContext,
  saveArticle,
  withdrawArticle,
} from '../edits/save-article.ts'
import {
  findWhole,
  isIdTaken,
  loadWhole,
  type StoredArticle,
  type WholeArticle,
  type WrittenArticle,
  writtenFields,
} from '../library/stored-article.ts'
import { glossaryOf } from '../library/term-repository.ts'
import type { MarkdownRenderer } from '../markdown/render-markdown.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { loadSiteSettings, requireSettings } from '../site/site-settings.ts'
import { notSaved, reasonsAmongStored, warningsAboutTitle } from './check-among-stored.ts'
import { type DraftContext, draftContextOf, loadDraftContext } from './draft-context.ts'
import { DryRunQuery } from './dry-run-query.ts'
import { type Conditions, conditionRefusal, entityTag } from './entity-tag.ts'
import type { AskerOf } from './guard-editors.ts'
import { asPatch, bringsBack, noArticle, withChanges } from './patch-fields.ts'
import { droppedFields, replacementOf } from './replace-article.ts'
import { movedAside, type SavedDraft, warningsAbout } from './warnings-about.ts'

export interface ArticleEditorOptions {
  read: ReadDatabase
  write: Kysely<Database>
  locale: Locale
  now: () => Date
  askerOf: AskerOf
}

const params = Type.Object({ slug: Slug })
const Tags = Type.Optional(Type.String({ maxLength: 1000 }))
const headers = Type.Object({ 'if-match': Tags, 'if-none-match': Tags })

interface SavingContext extends DraftContext {
  render: MarkdownRenderer
  conditions: Conditions
  /** A withdrawn article at the address of a new one. */
  inTheWay?: WholeArticle | undefined
}

/** With `defaultEntities`, an article without entities gets the default ones. */
const PutQuery = Type.Object({
  ...DryRunQuery.properties,
  defaultEntities: Type.Optional(Type.Boolean()),
})

/** An edit may take longer while the database keeps answering, but not while it is silent. */
const config = { deadlineMs: 3_000, longestMs: 10_000 }

/**
 * Routes of the editor API; the caller registers them behind the token. Every answer to an edit has
 * its revision, and warnings about the article.
 */
export async function articleEditorRoutes(
  app: FastifyInstance,
  { read, write, locale, now, askerOf }: ArticleEditorOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  const groupCommit = createGroupCommit(write)
  const commit = <T>(
    work: (edit: Edit) => Promise<T>,
    { dryRun = false }: { dryRun?: boolean },
    prefetch?: (edit: Edit) => Promise<unknown>,
  ) => (dryRun ? commitEdit(write, work, { dryRun }) : groupCommit(work, prefetch))

  routes.get('/default-entities', { config }, async () => {
    const { vocabulary } = await loadDraftContext(read)
    return { entities: defaultEntities(vocabulary.categories) }
  })

  routes.get(
    '/articles/:slug',
    { config, schema: { params } },
    async ({ params: { slug } }, reply) => {
      const article = await findArticle(read, slug)
      if (article?.status !== 'published') throw noArticle(slug, article !== undefined)
      const [whole, author] = await settleAll([
        loadWhole(read, article),
        authorNameOf(read, article),
      ])
      return reply.header('etag', entityTag(whole)).send(draftOf(whole, author))
    },
  )

  routes.put(
    '/articles/:slug',
    { config, schema: { params, headers, querystring: PutQuery } },
    async (request, reply) => {
      const { headers: conditions, query, body } = request
      const { slug } = request.params
      const render = await renderAhead(textsOf(body), locale, askerOf(request, reply))
      const draftFor = (live: WholeArticle | undefined, { vocabulary }: DraftContext) =>
        replacementOf(body, { live, vocabulary, defaultEntities: query.defaultEntities ?? false })
      const work = async (edit: Edit) => {
        const [existing, context] = await readTogether(edit, slug, locale)
        const live = liveOf(existing)
        const inTheWay = live ? undefined : existing
        const known = { ...context, render, conditions, inTheWay }
        const saved = await checkAndSave(edit, slug, draftFor(live, context), live, known)
        const told = [...droppedFields(body, live, saved.stored), ...saved.told]
        return { created: !live, ...saved, told }
      }
      const prefetch = async (edit: Edit) => {
        const [existing, context] = await readTogether(edit, slug, locale)
        const live = liveOf(existing)
        const checked = checkDraft(slug, draftFor(live, context), live, { ...context, render })
        if ('reasons' in checked) return
        await prefetchSave(edit, slug, checked.article, live, saveContextOf(context))
      }
      const { result, revision, tags } = await commit(work, query, prefetch)
      const warnings = warningsAbout(result, { locale, now: now() })
      if (query.dryRun) return reply.send({ revision, tags, ...warnings })
      reply.header('etag', entityTag(result.stored))
      reply.code(result.created ? 201 : 200)
      return reply.send({ revision, path: articlePath(slug), ...warnings })
    },
  )

  routes.patch(
    '/articles/:slug',
    { config, schema: { params, headers, querystring: DryRunQuery } },
    async (request, reply) => {
      const { headers: conditions, query, body } = request
      const { slug } = request.params
      const stored = await findArticle(read, slug)
      bringsBack(asPatch(body))
      const texts = { title: stored?.title, body: stored?.body_markdown, ...asPatch(body) }
      const render = await renderAhead(textsOf(texts), locale, askerOf(request, reply))
      const prefetch = (edit: Edit) => settleAll([findWhole(edit, slug), draftContextOf(edit)])
      const work = async (edit: Edit) => {
        const [existing, context] = await prefetch(edit)
        const { slug: wantedSlug = slug, withdrawn: _withdrawn, ...changes } = asPatch(body)
        if (!existing || !(liveOf(existing) || bringsBack(asPatch(body)))) {
          throw noArticle(slug, existing !== undefined)
        }
        const [newSlug, author] = await settleAll([
          checkSlug(edit, wantedSlug, existing),
          authorNameOf(edit.tx, existing),
        ])
        // The stored update time is not the editor's choice, so a patch does not repeat it.
        const { updatedAt: _, ...stored } = draftOf(existing, author)
        const draft = withChanges(stored, changes)
        const known = { ...context, render, conditions }
        const saved = await checkAndSave(edit, newSlug, draft, existing, known)
        return { slug: newSlug, ...saved }
      }
      const { result, revision, tags } = await commit(work, query, prefetch)
      const warnings = warningsAbout(result, { locale, now: now() })
      if (query.dryRun) return { revision, tags, ...warnings }
      reply.header('etag', entityTag(result.stored))
      return { revision, path: articlePath(result.slug), ...warnings }
    },
  )

  routes.delete(
    '/articles/:slug',
    { config, schema: { params, headers, querystring: DryRunQuery } },
    async ({ params: { slug }, headers: conditions, query }) => {
      const work = async (edit: Edit) => {
        const existing = await findArticle(edit.tx, slug)
        if (!existing) throw notFound(`Article "${slug}"`)
        // Withdrawing it again is no edit.
        if (existing.status === 'gone') return
        const refusal = conditionRefusal(conditions, entityTag(await loadWhole(edit.tx, existing)))
        if (refusal) throw refusal
        const { constants } = await loadSiteSettings(edit.tx)
        await withdrawArticle(edit, existing, { locale, pageSize: constants.pageSize })
      }
      const { revision, tags } = await commit(work, query)
      return query.dryRun ? { revision, tags } : { revision }
    },
  )

  /**
   * Saves a draft where the conditions of its request allow that. One that is stored already, such as
   * one that is sent again because its answer was lost, is answered as stored.
   *
   * @returns the draft as saved, with the result of its check and what is stored
   * @throws {SiteError} with every reason when the draft is not valid
   */
  async function checkAndSave(
    edit: Edit,
    slug: Slug,
    draft: unknown,
    existing: WholeArticle | undefined,
    context: SavingContext,
  ): Promise<Required<SavedDraft> & { stored: WrittenArticle }> {
    const live = liveOf(existing)
    const refusal = conditionRefusal(context.conditions, live && entityTag(live))
    const checked = checkDraft(slug, draft, existing, context)
    const text = textsOf(draft)
    // Whoever changes another field is not asked for what was stored before.
    const isKnownText = existing?.body_markdown === text.body
    const [againstText, aboutTitle] = await settleAll([
      isKnownText
        ? []
        : reasonsAmongStored(edit.tx, slug, checked.rendered, {
            origin: context.settings?.origin,
            before: existing?.body_markdown,
          }),
      // A title that is refused may be one that Postgres cannot even be asked for.
      'reasons' in checked ? [] : warningsAboutTitle(edit.tx, slug, text.title),
    ])
    if ('reasons' in checked || againstText.length > 0) {
      throw refusal ?? notSaved([...('reasons' in checked ? checked.reasons : []), ...againstText])
    }
    const save = [edit, slug, checked.article, existing, saveContextOf(context)] as const
    if (refusal && !(live && (await isStored(...save)))) throw refusal
    const { inTheWay } = context
    const aside = inTheWay ? [movedAside(await moveAside(edit, inTheWay))] : []
    const told = [...aside, ...aboutTitle]
    const { stored } = await saveArticle(...save)
    const { updated_at: updatedAt } = stored
    return { draft: { ...Object(draft), updatedAt }, checked, stored, told }
  }

  function checkDraft(
    slug: Slug,
    draft: unknown,
    existing: WholeArticle | undefined,
    { vocabulary, render }: DraftContext & { render: MarkdownRenderer },
  ): CheckOutcome {
    // Another server's clock may be ahead: times already stored are not in the future.
    const latest = new Date(Math.max(now().getTime(), Date.parse(existing?.updated_at ?? '') || 0))
    return checkArticle(draft, vocabulary, latest, articlePath(slug), render)
  }

  /** @throws {SiteError} `unavailable` before the first import */
  const saveContextOf = ({ settings, vocabulary }: DraftContext): SaveContext => ({
    locale,
    pageSize: requireSettings(settings).constants.pageSize,
    now: now(),
    roster: [...vocabulary.authors.values()],
  })
}

/** An article that readers see; others count as none where a new one is written. */
const liveOf = (article: WholeArticle | undefined) =>
  article?.status === 'published' ? article : undefined

/** Also what saving the article needs, so that it is not waited for one after the other. */
const readTogether = (edit: Edit, slug: Slug, locale: Locale) =>
  settleAll([
    findWhole(edit, slug),
    draftContextOf(edit),
    isIdTaken(edit, articleId(locale, slug)),
    glossaryOf(edit, locale),
  ])

function findArticle(db: Reader, slug: Slug): Promise<StoredArticle | undefined> {
  return db.selectFrom('article').selectAll().where('slug', '=', slug).executeTakeFirst()
}

async function checkSlug(edit: Edit, wanted: unknown, existing: StoredArticle): Promise<Slug> {
  const refuse = (message: string) => notSaved([{ field: '/slug', message }])
  if (!hasShape(Slug, wanted)) {
    throw refuse('must be lower-case words joined by hyphens, at most 120 characters')
  }
  if (wanted === existing.slug) return wanted
  const holder = await findArticle(edit.tx, wanted)
  if (holder) {
    throw new SiteError('conflict', `Another article is at ${articlePath(wanted)} already`)
  }
  return wanted
}

async function authorNameOf(db: Reader, { author }: StoredArticle): Promise<string> {
  const authors = db.selectFrom('author').select('name').where('slug', '=', author)
  return (await authors.executeTakeFirstOrThrow()).name
}

/** A stored article in the form of an editor's draft. */
const draftOf = (article: WholeArticle, author: string): ArticleDraft => ({
  ...writtenFields(article),
  author,
  entities: entitiesOf(article.placements),
})

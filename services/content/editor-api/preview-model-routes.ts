import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { PageModels } from '#shared/contracts/page-model.ts'
import { type PreviewForm, type PreviewModel, PreviewQuery } from '#shared/contracts/preview.ts'
import { type PagePath, Slug } from '#shared/contracts/primitives.ts'
import { onBehalfOf } from '#shared/reader-under-way.ts'
import { createRoom } from '#shared/room.ts'
import { settleAll } from '#shared/settle-all.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import { articlePath } from '../addresses/article-path.ts'
import { archivePageOf, archivePages, archivePath, listPath } from '../addresses/lists.ts'
import { withNote } from '../drafts/change-note.ts'
import { textsOf } from '../drafts/check-article.ts'
import type { Fields } from '../editions/compare-fields.ts'
import { lastPositions } from '../library/listings.ts'
import { type WholeArticle, wholeArticle } from '../library/stored-article.ts'
import { loadPageModels } from '../pages/load-page-model.ts'
import type { Asker } from '../parsing/parse-in-process.ts'
import { renderAhead } from '../parsing/render-ahead.ts'
import { saveContextOf } from '../publishing/check-and-save.ts'
import { loadDraftContext } from '../publishing/draft-context.ts'
import { articleOfDraft } from '../publishing/stored-articles.ts'
import { siteZone } from '../site/site-settings.ts'
import { type ArticleVerb, readingConfig, routesOf } from './article-verb.ts'
import { DraftParams, draftAt } from './draft-at.ts'
import { EditionParams } from './edition-requests.ts'
import { articleAt, editionAt } from './edition-routes.ts'
import { layOverDraft } from './lay-over-draft.ts'
import { withChanges } from './patch-fields.ts'
import { type ShownText, showable } from './showable.ts'
import { siblingsOf } from './siblings-of.ts'

const Sent = Type.Union([
  Type.Null(),
  Type.Object(
    {
      /** The text on the screen of its editor, laid over what is stored; null takes a field out. */
      fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      slug: Type.Optional(Slug),
    },
    { additionalProperties: false },
  ),
])

/** Previews made at the same time; one editor has half of the room at most. */
const PREVIEWS = { places: () => 4, maxWaiting: () => 64, maxWaitMs: 2_000 }
const SEARCH: PagePath = '/search'

/**
 * What pages would show of texts that are not published: models, from which the render service makes
 * previews. Nothing is written, and no edit is waited for. Editors ask render, so the description of the API
 * does not have them.
 */
export function previewModelRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, askerOf } = verb
  const routes = routesOf(app)
  const room = createRoom(PREVIEWS)
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    text: ShownText,
    form: PreviewForm = 'page',
  ) => {
    const asker = askerOf(request, reply)
    return onBehalfOf(asker.owner, () => room.enter(() => previewModel(verb, text, form, asker)))
  }

  routes.post(
    '/drafts/:id/preview-model',
    {
      config: readingConfig,
      schema: { hide: true, params: DraftParams, querystring: PreviewQuery, body: Sent },
    },
    async (request, reply) => {
      const draft = await draftAt(read, request.params.id)
      const existing = await articleOfDraft(read, draft)
      const { fields = {}, slug = draft.slug } = request.body ?? {}
      const day = dayAt(verb.now().toISOString(), await siteZone(read))
      const noted = withNote(withChanges(draft.fields, fields), draft.change_note, day)
      const siblings = () => siblingsOf(read, draft, verb.locale, askerOf(request, reply))
      const text = { slug, existing, fields: noted, siblings }
      return answer(request, reply, text, request.query.form)
    },
  )

  routes.post(
    '/articles/:slug/editions/:number/preview-model',
    {
      config: readingConfig,
      schema: { hide: true, params: EditionParams, querystring: PreviewQuery, body: Sent },
    },
    async (request, reply) => {
      const { params, query, body } = request
      const article = await articleAt(read, params.slug)
      const [existing, edition] = await settleAll([
        wholeArticle(read, article.id),
        editionAt(read, params.slug, params.number),
      ])
      // The time of an update is that of its publication.
      const { updatedAt: _, ...former }: Fields = edition.draft
      const { fields = {}, slug = article.slug } = body ?? {}
      const text = { slug, existing, fields: withChanges(former, fields) }
      return answer(request, reply, text, query.form)
    },
  )
}

/** The model of the article and, for a card or a search result, that of the page where it stands. */
async function previewModel(
  verb: ArticleVerb,
  text: ShownText,
  form: PreviewForm,
  asker: Asker,
): Promise<PreviewModel> {
  const { read, locale } = verb
  const [context, render] = await settleAll([
    loadDraftContext(read),
    renderAhead(textsOf(text.fields), locale, asker),
  ])
  const known = saveContextOf(verb, { ...context, maker: { origin: 'api' } })
  const { article, leftOut } = await showable(verb, text, { ...context, render })
  const { slug, existing } = text
  const paths: PagePath[] = [articlePath(slug)]
  if (form === 'result') paths.push(SEARCH)
  if (form === 'card') {
    const [home] = article.placements
    const list = `${home?.category}/${home?.subcategory}`
    paths.push(await pageWithCard(read, list, existing, known.pageSize))
  }
  const models: PageModels = await loadPageModels(read, paths, (snapshot) =>
    layOverDraft(snapshot, slug, article, existing, known),
  )
  return { ...models, leftOut }
}

/** The page of the list that has the article: a page of its archive, or its front. */
async function pageWithCard(
  db: ArticleVerb['read'],
  list: string,
  existing: WholeArticle | undefined,
  pageSize: number,
): Promise<PagePath> {
  const place = existing?.places.find((one) => one.list === list)
  if (!place) return listPath(list)
  const last = (await lastPositions(db, [list])).get(list) ?? 0
  const page = archivePageOf(list, place.position, pageSize)
  return page <= archivePages(last, pageSize) ? archivePath(list, page) : listPath(list)
}

import type { FastifyInstance } from 'fastify'
import { readTextsStrictly } from '#shared/http/strict-json.ts'
import { createRoom } from '#shared/room.ts'
import { defaultEntities } from '../drafts/entities.ts'
import { loadDraftContext } from '../publishing/draft-context.ts'
import { DefaultEntities } from './answers.ts'
import { articleListRoutes } from './article-list-routes.ts'
import { type ArticleEditorOptions, articleVerb, config, routesOf } from './article-verb.ts'
import { changeReleaseRoutes } from './change-release-routes.ts'
import { deleteArticle } from './delete-article.ts'
import { draftRoutes } from './draft-routes.ts'
import { editionRoutes } from './edition-routes.ts'
import { getArticle } from './get-article.ts'
import { inboundRoutes } from './inbound-routes.ts'
import { lintDraft } from './lint-draft.ts'
import { mergeDraft } from './merge-draft.ts'
import { patchArticle } from './patch-article.ts'
import { previewModelRoutes } from './preview-model-routes.ts'
import { proposeDraft } from './propose-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { publishReleaseRoute } from './publish-release-route.ts'
import { publishSiteDraftRoutes } from './publish-site-draft-routes.ts'
import { putArticle } from './put-article.ts'
import { releaseRoutes } from './release-routes.ts'
import { describes } from './route-description.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { siteDraftRoutes } from './site-draft-routes.ts'
import { TEXT_TYPES } from './site-file-requests.ts'
import { siteFileEditorRoutes } from './site-file-routes.ts'
import { tryDraft } from './try-draft.ts'
import { tryRelease } from './try-release.ts'
import { webhookRoutes } from './webhook-routes.ts'

const defaults = describes({
  summary: 'Answers the entities that an article gets with `defaultEntities`',
  section: 'Articles',
  answers: { 200: DefaultEntities },
})

/** One edit at a time that is rolled back, because others' edits wait for each; one editor has half of the room at most. */
const TRIES = { places: () => 1, maxWaiting: () => 16, maxWaitMs: 2_000 }

/**
 * Routes of the editor API, a file for each verb; the caller registers them behind the token. Every
 * answer to an edit has its revision, and warnings about the article.
 */
export async function articleEditorRoutes(
  app: FastifyInstance,
  options: ArticleEditorOptions,
): Promise<void> {
  const verb = articleVerb(options)
  routesOf(app).get('/default-entities', { config, schema: defaults }, async () => {
    const { vocabulary } = await loadDraftContext(options.read)
    return { entities: defaultEntities(vocabulary.categories) }
  })
  articleListRoutes(app, verb)
  getArticle(app, verb)
  putArticle(app, verb)
  patchArticle(app, verb)
  deleteArticle(app, verb)
  editionRoutes(app, verb)
  // Its bodies are texts, which no other route takes.
  app.register(async (texts) => {
    readTextsStrictly(texts, TEXT_TYPES)
    siteFileEditorRoutes(texts, verb)
    siteDraftRoutes(texts, verb)
  })
  publishSiteDraftRoutes(app, verb)
  inboundRoutes(app, verb)
  draftRoutes(app, verb)
  lintDraft(app, verb)
  mergeDraft(app, verb)
  proposeDraft(app, verb)
  publishDraft(app, verb)
  releaseRoutes(app, verb)
  changeReleaseRoutes(app, verb)
  publishReleaseRoute(app, verb)
  scheduleRoutes(app, verb)
  const tries = createRoom(TRIES)
  tryDraft(app, verb, tries)
  tryRelease(app, verb, tries)
  previewModelRoutes(app, verb)
  webhookRoutes(app, verb)
}

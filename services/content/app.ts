import { sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Databases } from '#shared/database/connect.ts'
import { requireMigrations } from '#shared/database/schema-state.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { requireInsideHost } from '#shared/http/inside-hosts.ts'
import { changeRoutes } from './changes/change-routes.ts'
import type { ChangeSignal } from './changes/change-signal.ts'
import { createEditedModels } from './changes/edited-models.ts'
import { observeContent } from './content-metrics.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { adRoutes } from './editor-api/ad-routes.ts'
import { apiDocument } from './editor-api/api-document.ts'
import { articleEditorRoutes } from './editor-api/article-editor-routes.ts'
import { watchTokens } from './editor-api/editor-tokens.ts'
import { guardEditors } from './editor-api/guard-editors.ts'
import { refuseUnknownParameters } from './editor-api/refuse-unknown-parameters.ts'
import { describeAnswers } from './editor-api/route-description.ts'
import { loadPageModels } from './pages/load-page-model.ts'
import { pageModelRoutes } from './pages/page-model-routes.ts'
import { searchRoutes } from './pages/search-routes.ts'
import { loadSiteSettings } from './site/site-settings.ts'

export interface ContentDependencies {
  store: Databases<Database>
  signal: ChangeSignal
  locale: Locale
  /** The tokens of `EDITOR_TOKEN`, and the file whose tokens replace them whenever it changes. */
  editorToken: string
  editorTokenFile?: string | undefined
  /** The address of ad data, if they are fetched. */
  adsUrl?: string | undefined
  /** Whether the addresses of facts are asked for new values. */
  fetchesFacts?: boolean
  log: LogOptions
  /** The clock; tests pass their own. */
  now?: () => Date
}

/** Enough for the longest article that an editor may send. */
const BODY_LIMIT = 2 * 1024 * 1024

/** Builds the content service. Opens no socket, reads no environment, creates no connection. */
export function buildApp(dependencies: ContentDependencies): Service {
  const { store, signal, locale, log, now = () => new Date() } = dependencies
  const service = createService({
    name: 'content',
    log,
    bodyLimit: BODY_LIMIT,
    trustsClientDeadline: true,
    checks: {
      // No request can be answered without these. Callers can work without us for a while.
      database: async () => {
        await sql`select 1`.execute(store.write)
      },
      content: async () => {
        await requireMigrations(store.write, CONTENT_SCHEMA)
        await loadSiteSettings(store.read)
      },
    },
  })

  requireInsideHost(service.app)
  const { adsUrl, fetchesFacts = false } = dependencies
  observeContent(service.metrics, store, { adsUrl, fetchesFacts, now })
  const edited = createEditedModels((paths) => loadPageModels(store.read, paths))
  service.app.register(pageModelRoutes, { db: store.read, edited })
  service.app.register(changeRoutes, { db: store.read, signal, edited })
  service.app.register(searchRoutes, { db: store.read })

  const { editorToken: tokens, editorTokenFile: file } = dependencies
  const known = watchTokens({ tokens, file, log: service.app.log })
  const { requireEditor, askerOf, makerOf } = guardEditors(service.app, known)
  service.app.register(async (api) => {
    await apiDocument(api)
    describeAnswers(api)
    api.register(async (editors) => {
      editors.addHook('onRequest', requireEditor)
      refuseUnknownParameters(editors)
      const { read, write } = store
      const shared = { read, write, locale, now, askerOf, makerOf }
      editors.register(articleEditorRoutes, shared)
      editors.register(adRoutes, { ...shared, metrics: service.metrics })
    })
  })
  return service
}

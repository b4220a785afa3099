import { sql } from 'kysely'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Store } from '#shared/database/connect.ts'
import { requireMigrations } from '#shared/database/schema-state.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { adRoutes } from './ads/ad-routes.ts'
import { observeAds } from './ads/observe-ads.ts'
import { titleRoutes } from './articles/title-routes.ts'
import { observeBackups } from './backup/last-backup.ts'
import { changeRoutes } from './changes/change-routes.ts'
import type { ChangeSignal } from './changes/change-signal.ts'
import { observeContent } from './content-metrics.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { articleEditorRoutes } from './editing/article-editor-routes.ts'
import { auditEdits } from './editing/audit-edits.ts'
import { createEditorGate } from './editing/editor-auth.ts'
import { keepEditors } from './editing/keep-editors.ts'
import { refuseEncoded } from './editing/refuse-encoded.ts'
import { nameRoutes } from './pages/name-routes.ts'
import { pageModelRoutes } from './pages/page-model-routes.ts'
import { loadSiteSettings } from './site/site-settings.ts'

export interface ContentDependencies {
  store: Store<Database>
  signal: ChangeSignal
  locale: Locale
  /** One or several, as `EDITOR_TOKEN` lists them, and the file that lists them from now on. */
  editorToken: string
  editorTokenFile?: string | undefined
  /** Where ad data are fetched, if they are. */
  adsUrl?: string | undefined
  log: LogOptions
  /** The clock; a test's own, or the real one. */
  now?: () => Date
}

/** Room for the longest article an editor may send. */
const BODY_LIMIT = 2 * 1024 * 1024

/** Builds the content service. Opens no socket, reads no environment, creates no connection. */
export function buildApp(dependencies: ContentDependencies): Service {
  const { store, signal, locale, log, now = () => new Date() } = dependencies
  const service = createService({
    name: 'content',
    log,
    bodyLimit: BODY_LIMIT,
    believesDeadlines: true,
    checks: {
      // Nothing can be answered without either, and who asks can do without us for a while.
      database: async () => {
        await sql`select 1`.execute(store.write)
      },
      content: async () => {
        await requireMigrations(store.write, CONTENT_SCHEMA)
        await loadSiteSettings(store.read)
      },
    },
  })

  observeContent(service.metrics, store)
  observeBackups(service.metrics, store.read)
  observeAds(service.metrics, store.read, dependencies.adsUrl)
  service.app.register(pageModelRoutes, { db: store.read })
  service.app.register(changeRoutes, { db: store.read, signal })
  service.app.register(titleRoutes, { db: store.read })
  service.app.register(nameRoutes, { db: store.read })

  const gate = createEditorGate(
    keepEditors({
      tokens: dependencies.editorToken,
      file: dependencies.editorTokenFile,
      log: service.app.log,
    }),
  )
  auditEdits(service.app, gate)
  service.app.register(async (editors) => {
    editors.addHook('onRequest', gate.require)
    editors.addHook('onRequest', refuseEncoded)
    editors.register(articleEditorRoutes, { read: store.read, write: store.write, locale, now })
    editors.register(adRoutes, {
      ...{ read: store.read, write: store.write },
      ...{ locale, metrics: service.metrics },
    })
  })
  return service
}

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { buildApp } from '../../services/content/app.ts'
import { listenForChanges } from '../../services/content/changes/change-signal.ts'
import { CONTENT_SCHEMA, type Database } from '../../services/content/database/schema.ts'
import { relinkAll } from '../../services/content/glossary/relink.ts'
import { describeRemarks } from '../../services/content/import/content-problem.ts'
import { importContent } from '../../services/content/import/import-content.ts'
import { connect } from '../../services/shared/database/connect.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import type { EditorToken } from './editor-token.ts'

const CONTENT_FOLDER = path.resolve(import.meta.dirname, '../../content')
const CUT_OFF_MS = 1_500

type ContentConfig = Pick<StartConfig, 'CONTENT_DIR' | 'LOG_LEVEL' | 'SAPE_URL' | 'SITE_LOCALE'>

/**
 * The content service with the content folder imported, built but not listening.
 *
 * @throws {ContentError} with everything that is wrong in the content folder
 */
export async function openContent(
  config: ContentConfig,
  databaseUrl: string,
  editor: EditorToken,
  cleanUp: CleanUp,
) {
  await migrate(databaseUrl, CONTENT_SCHEMA, { onRetry: sayRetry })
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA })
  cleanUp.add(store.close)
  const { remarks } = await importContent(store.write, {
    folder: config.CONTENT_DIR ?? CONTENT_FOLDER,
    locale: config.SITE_LOCALE,
    now: new Date(),
  })

  const signal = listenForChanges(databaseUrl)
  cleanUp.add(signal.close)
  const service = buildApp({
    store,
    signal,
    locale: config.SITE_LOCALE,
    editorToken: editor.token,
    editorTokenFile: editor.file,
    adsUrl: config.SAPE_URL,
    log: { level: config.LOG_LEVEL, stream: process.stderr },
  })
  // What editors could do better is no news for whoever runs the site; a lost paid link is.
  const ads = remarks.filter(({ code }) => code === 'W-AD')
  for (const remark of describeRemarks(ads)) service.app.log.warn(remark)
  if (ads.length < remarks.length) {
    service.app.log.info('the content has warnings: npm run content -- lint names them')
  }
  return { store, signal, service }
}

/**
 * The same for this process only: on a free port of this machine, and with an editor's token that
 * nobody knows.
 *
 * @returns its address
 */
export async function runContent(
  config: ContentConfig,
  databaseUrl: string,
  cleanUp: CleanUp,
): Promise<string> {
  const editor = { token: randomBytes(24).toString('base64url'), file: undefined }
  const { store, service } = await openContent(config, databaseUrl, editor, cleanUp)
  // Nobody comes later to link what this import left.
  await relinkAll(store.write, config.SITE_LOCALE)
  cleanUp.add(() => closeService(service, CUT_OFF_MS))
  return service.app.listen({ host: '127.0.0.1', port: 0 })
}

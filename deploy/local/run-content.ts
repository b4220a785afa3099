import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { CONTENT_SCHEMA, type Database } from '../../services/content/database/schema.ts'
import { relinkAll } from '../../services/content/edits/relink.ts'
import {
  type ContentProblem,
  describeRemarks,
} from '../../services/content/folder/content-problem.ts'
import { importContent } from '../../services/content/import/import-content.ts'
import { createImportLine } from '../../services/content/import/import-line.ts'
import { openContent } from '../../services/content/start-content.ts'
import { connect, type Databases } from '../../services/shared/database/connect.ts'
import { migrate } from '../../services/shared/database/migrate.ts'
import { sayRetry } from '../../services/shared/database/say-retry.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'

export const CONTENT_FOLDER = path.resolve(import.meta.dirname, '../../content')
/** Example ads of no real advertiser, which show what paid links look like on a local site. */
const SAMPLES = path.resolve(import.meta.dirname, 'samples')
const CUT_OFF_MS = 1_500

type ContentSettings = Pick<
  StartConfig,
  | 'CONTENT_DIR'
  | 'FETCH_FACTS'
  | 'INDEXING'
  | 'KEEP_CHANGES_DAYS'
  | 'KEEP_EDITIONS_DAYS'
  | 'LOG_LEVEL'
  | 'SAPE_URL'
  | 'SITE_LOCALE'
  | 'WEBHOOKS_INSIDE'
>

/**
 * Brings the database up to date and imports the content folder, which is read while the database
 * still starts.
 *
 * @param database its address, once it has started
 * @param options.samples whether a folder without paid links gets some that are examples
 * @returns the import, whose remarks are to be said once there is a log
 * @throws {ContentError} with everything that is wrong in the content folder
 * @throws {WithdrawalError} when it would withdraw many articles without their number having been confirmed
 */
export async function fillContent(
  config: ContentSettings,
  database: Promise<string>,
  { withdraw, samples = false }: { withdraw?: number | undefined; samples?: boolean } = {},
) {
  const opening = database.then(openUpToDate)
  try {
    return await importContent(
      opening.then(({ write }) => write),
      {
        folder: config.CONTENT_DIR ?? CONTENT_FOLDER,
        locale: config.SITE_LOCALE,
        now: new Date(),
        withdraw,
        isListed: config.INDEXING === 'on',
        ...(samples && { samples: SAMPLES }),
        // Only whether there are any is said: see `sayRemarks`.
        mostRemarks: 1,
        onProgress: createImportLine(process.stderr),
      },
    )
  } finally {
    const store = await opening.catch(() => undefined)
    await store?.close()
  }
}

async function openUpToDate(databaseUrl: string): Promise<Databases<Database>> {
  await migrate(databaseUrl, CONTENT_SCHEMA, { onRetry: sayRetry })
  return connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, waitsLong: true })
}

/** Remarks for editors do not concern the operator, except for lost paid links. */
export function sayRemarks(remarks: readonly ContentProblem[], log: FastifyBaseLogger): void {
  const ads = remarks.filter(({ code }) => code === 'W-AD')
  for (const remark of describeRemarks(ads)) log.warn(remark)
  if (ads.length < remarks.length) {
    log.info('the content has warnings: npm run content -- lint names them')
  }
}

/**
 * The content service for this process only, with the content folder imported: on a free port of
 * this machine, without upkeep, and with a random editor's token.
 *
 * @param database its address, once it has started
 * @returns its address
 */
export async function runContent(
  config: ContentSettings,
  database: Promise<string>,
  cleanUp: CleanUp,
): Promise<string> {
  const { remarks } = await fillContent(config, database)
  const EDITOR_TOKEN = randomBytes(24).toString('base64url')
  const { service, store, close } = openContent(
    { ...config, DATABASE_URL: await database, EDITOR_TOKEN },
    { editorTokenFile: undefined, log: { level: config.LOG_LEVEL, stream: process.stderr } },
  )
  cleanUp.add(close)
  sayRemarks(remarks, service.app.log)
  // No background upkeep will link the terms later.
  await relinkAll(store.write, config.SITE_LOCALE)
  cleanUp.add(() => closeService(service, CUT_OFF_MS))
  return service.app.listen({ host: '127.0.0.1', port: 0 })
}

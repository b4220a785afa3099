import { createContentClient } from '#shared/clients/content-client.ts'
import type { Settings } from '#shared/config.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import type { Store as Tables } from '#shared/database/connect.ts'
import type { Started } from '#shared/http/run-service.ts'
import { loadWebBundle } from './bundle/web-bundle.ts'
import type { WorkerConfig } from './config.ts'
import { indexNowKey } from './index-now/index-now-env.ts'
import { connectRegistry, type Database, RENDER_SCHEMA } from './records/database.ts'
import { openStore } from './store/open-store.ts'
import { storeOptions } from './store/store-env.ts'
import { buildWorker, type WorkerAppDependencies } from './worker-app.ts'

export interface WorkerParts extends Partial<Omit<WorkerAppDependencies, 'db' | 'poolUsage'>> {
  /** A pool that others use as well: it stays open when the worker closes. */
  database?: Tables<Database>
}

/**
 * Starts the worker that keeps pages fresh, as soon as its tables exist. The caller opens its port.
 *
 * @param parts dependencies that replace those made from the settings
 */
export async function startWorker(
  settings: Settings<WorkerConfig>,
  { database, ...parts }: WorkerParts = {},
): Promise<Started> {
  const key = indexNowKey(settings)
  const tables = database ?? connectRegistry(settings.DATABASE_URL)
  const { service, start } = await buildWorker({
    db: tables.write,
    poolUsage: tables.usage,
    store: openStore(settings.PAGE_STORE, storeOptions(settings)),
    content: createContentClient(settings.CONTENT_URL),
    bundle: parts.bundle ?? (await loadWebBundle(settings.WEB_DIST)),
    siteUrl: settings.SITE_URL,
    indexNow: key === undefined ? undefined : { key, url: settings.INDEXNOW_URL },
    queues: { databaseUrl: settings.DATABASE_URL, redisUrl: settings.REDIS_URL },
    jobsToken: settings.JOBS_TOKEN,
    log: { level: settings.LOG_LEVEL },
    ...parts,
  })
  const worker = beginWhenMigrated(
    { db: tables.write, schema: RENDER_SCHEMA, log: service.app.log },
    start,
  )
  return {
    service,
    async close() {
      await worker.close()
      if (!database) await tables.close()
    },
  }
}

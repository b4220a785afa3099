import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { createRebuildProducer, createRebuildWorker } from '#shared/queues/rebuild-queue.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import type { PageStore } from '../store/page-store.ts'
import type { Database } from './database.ts'
import { type ChangeFollower, followChanges, reconcileStore } from './follow-changes.ts'
import { rebuildPage } from './rebuild-page.ts'

export interface WorkerDependencies {
  db: Kysely<Database>
  store: PageStore
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
  /** Where the queue keeps its jobs. */
  databaseUrl: string
  log: ChangeFollower['log']
}

export interface RunningWorker {
  /** Lets the jobs under way finish. */
  close(): Promise<void>
}

/** Follows content, asks for what became stale, and makes it. Returns when both have begun. */
export async function startRebuildWorker(dependencies: WorkerDependencies): Promise<RunningWorker> {
  const { db, store, content, bundle, siteUrl, databaseUrl, log } = dependencies
  const { build } = bundle
  const publisher = { db, store, build }
  const maker = { content, bundle, siteUrl }
  const onFailure = (error: Error) => log.warn({ err: error }, 'rebuild queue')

  const producer = createRebuildProducer(databaseUrl, { onFailure })
  const follower: ChangeFollower = {
    ...publisher,
    siteUrl,
    content,
    log,
    requestRebuilds: (paths) => producer.requestRebuilds(paths.map((path) => ({ build, path }))),
  }
  await reconcileStore(follower)

  const worker = createRebuildWorker(
    databaseUrl,
    async (job) => {
      // Jobs of another build are for its own workers.
      if (job.build === build) await rebuildPage(publisher, maker, job.path)
    },
    { onFailure },
  )
  const stop = new AbortController()
  const following = followChanges(follower, stop.signal)
  return {
    async close() {
      stop.abort()
      await following
      await worker.close()
      await producer.close()
    },
  }
}

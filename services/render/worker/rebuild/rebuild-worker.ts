import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { ContentClient } from '#shared/clients/content-client.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import type { RebuildQueues } from '#shared/queues/rebuild-queues.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import type { Tracer } from '#shared/tracing/span.ts'
import type { LoadedBundle } from '../../documents/bundle/web-bundle.ts'
import { makeFromModels } from '../../documents/make-entry.ts'
import type { PageStores } from '../../store/page-store.ts'
import type { Cdn } from '../cdn/cdn-env.ts'
import type { PurgeMetrics } from '../cdn/purge-metrics.ts'
import type { IndexNowMetrics } from '../index-now/index-now-metrics.ts'
import type { IndexNow } from '../index-now/notify-search-engines.ts'
import type { RenderDatabase } from '../records/database.ts'
import { enlistAgain, touchBuild } from '../records/enlist-pages.ts'
import { setPurgeTargets } from '../records/purge-queue.ts'
import { repeat } from '../records/repeat.ts'
import type { RebuildState } from '../records/stale-pages.ts'
import { createEditedPages } from './edited-pages.ts'
import { type ChangeFollower, createChangeReader, reconcileStore } from './follow-changes.ts'
import { createLaneMakers } from './lane-makers.ts'
import type { RebuildMetrics } from './rebuild-metrics.ts'
import { requestEdits } from './request-stale-pages.ts'
import { upkeepTasks } from './upkeep-tasks.ts'
import { watchReaders } from './watch-readers.ts'

export interface WorkerDependencies {
  db: Kysely<RenderDatabase>
  store: PageStores
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
  /** Where search engines are notified of changes; without it they are not. */
  indexNow?: IndexNow | undefined
  /** The caches that are purged; without any, they may keep pages for two seconds only. */
  cdn?: Cdn | undefined
  /** Whether search engines may list the site, which each answer says. */
  indexing: IndexingSwitch
  queues: RebuildQueues
  /** Deletes the jobs of another build. */
  dropQueues(build: string): Promise<void>
  metrics: RebuildMetrics & { indexNow: IndexNowMetrics; purges: PurgeMetrics }
  /** Where readers come in, to measure when they get what was edited; without it nothing is measured. */
  edgeUrl?: string | undefined
  tracer?: Tracer | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Called every two seconds with the state of this build's pages. */
  onProgress?: (state: RebuildState) => void
}

export interface RunningWorker {
  /** Lets the jobs under way finish. */
  close(): Promise<void>
}

const STOP_MS = 3_000

/**
 * Follows content, requests jobs for stale pages and does them; makes the pages that its build does
 * not have yet; cleans up after former builds. Resolves when all of this has begun.
 */
export async function startRebuildWorker(dependencies: WorkerDependencies): Promise<RunningWorker> {
  const { db, store, content, bundle, siteUrl, indexNow, cdn, edgeUrl, queues, metrics, log } =
    dependencies
  const { build } = bundle
  const notifiesSearchEngines = indexNow !== undefined
  const publisher = { db, store: store.pages(build), build, notifiesSearchEngines }
  const maker = { content, bundle, siteUrl }
  const requester = { db, build, queues }
  const progress = { made: 0, compressed: 0, percentMade: 0 }
  const shared = { ...dependencies, publisher, requester, progress }
  const readers =
    edgeUrl === undefined
      ? undefined
      : watchReaders({ ...publisher, edgeUrl, observe: metrics.observeReaders, log })
  const makers = createLaneMakers({ ...shared, maker, onEdited: readers?.watch })
  const editedPages = createEditedPages({
    make: makers.edited,
    makeAhead: (paths, revision) =>
      makers.ahead(async () =>
        makeFromModels(maker, paths, await content.loadPageModels(paths, revision)),
      ),
    request: (paths) => queues.requestPages('edits', paths),
  })
  const storeAssets = () => store.assets.keep(build, `${bundle.clientFolder}/assets`)
  const follower: ChangeFollower = {
    ...publisher,
    siteUrl,
    content,
    tracer: dependencies.tracer,
    log,
    async onStale() {
      makers.requestKnockOnsSoon()
      await requestEdits(requester)
    },
    onEdited: editedPages.begin,
    onForeseen: editedPages.beginAhead,
    storeAssets,
  }

  await touchBuild(db, build)
  await setPurgeTargets(db, cdn?.addresses ?? [])
  await storeAssets()
  await reconcileStore(follower)
  await enlistAgain(db, build)

  queues.work({
    page: (lane, path) => (lane === 'edits' ? makers.edited(path) : makers.knockOns(path)),
    bulk: makers.bulk,
  })
  const stop = new AbortController()
  const tasks = [
    { name: 'following the content', pauseMs: 0, run: createChangeReader(follower) },
    ...upkeepTasks({ ...shared, storeAssets, giveWay: makers.giveWay }),
  ]
  const running = Promise.all(tasks.map((task) => repeat(task, log, stop.signal)))

  return {
    async close() {
      stop.abort()
      // Work that takes longer is cut off; the next worker finds it and finishes it.
      const ending = running.then(editedPages.settled)
      await Promise.all([settlesWithin(STOP_MS, ending), queues.close(), readers?.close()])
    },
  }
}

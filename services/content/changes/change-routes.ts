import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ChangeFeed, ChangeFeedWithPages } from '#shared/contracts/change.ts'
import type { PageModels } from '#shared/contracts/page-model.ts'
import { type PagePath, Revision } from '#shared/contracts/primitives.ts'
import { withoutDeadline } from '#shared/deadline.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { within } from '#shared/within.ts'
import type { ReadDatabase } from '../database/reader.ts'
import type { ChangeNotice } from './change-notice.ts'
import type { ChangeSignal } from './change-signal.ts'

const MAX_WAIT_MS = 25_000
/** How often a waiting request checks by itself, in case a notification was lost. */
const LOOK_AGAIN_MS = 2_000
/** The most changes of one answer; a follower further behind asks again. */
const MAX_CHANGES = 500
/** More edited pages than this are not made at once: followers ask for their models one by one. */
const MOST_PAGES = 4
/**
 * The notice of a commit mostly comes before the answer to the commit itself. This lets the editor
 * have their answer before the thread is busy with models.
 */
const EDITOR_FIRST_MS = 1
/** How long an answer waits for the models of edited pages; without them it is as useful. */
const MODELS_MS = 250

export interface ChangeRoutesOptions {
  db: ReadDatabase
  signal: ChangeSignal
  /** Loads the models of these pages in one snapshot, which is not older than the call. */
  loadModels(paths: readonly PagePath[]): Promise<PageModels>
}

export async function changeRoutes(
  app: FastifyInstance,
  { db, signal, loadModels }: ChangeRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  const closing = new AbortController()
  const modelsOf = createEditedModels(loadModels)
  // A waiting follower must not hold up a shutdown.
  app.addHook('preClose', async () => closing.abort())

  routes.get(
    '/changes',
    {
      config: { deadlineMs: MAX_WAIT_MS + 10_000 },
      schema: {
        querystring: Type.Object({
          after: Revision,
          waitMs: Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS, default: 0 }),
          /** Whether the follower makes pages, and wants the models of those that were edited. */
          models: Type.Boolean({ default: false }),
        }),
      },
    },
    async ({ query, raw }): Promise<ChangeFeedWithPages> => {
      const deadline = Date.now() + query.waitMs
      const gone = new AbortController()
      raw.once('close', () => gone.abort())
      const stop = AbortSignal.any([closing.signal, gone.signal])

      for (;;) {
        const feed = await readFeed(db, query.after)
        const leftMs = deadline - Date.now()
        // A follower with a higher revision follows another history, and must learn this at once.
        if (feed.revision !== query.after || leftMs <= 0 || stop.aborted) return feed
        const notice = await signal.wait(Math.min(leftMs, LOOK_AGAIN_MS), stop)
        // The client has disconnected.
        if (gone.signal.aborted) return feed
        // The very next change, so reading the table would say nothing else.
        if (notice?.revision === query.after + 1) {
          return { ...feedOf(notice), ...(query.models && (await modelsOf(notice))) }
        }
      }
    },
  )
}

const feedOf = ({ feed, edited: _, ...change }: ChangeNotice): ChangeFeed => ({
  feed,
  revision: change.revision,
  changes: [change],
})

/** Models of edited pages, loaded once for all followers who hear of the same edit. */
function createEditedModels(load: ChangeRoutesOptions['loadModels']) {
  let last: { notice: ChangeNotice; loading: Promise<PageModels | undefined> } | undefined

  return async (notice: ChangeNotice): Promise<Pick<ChangeFeedWithPages, 'edited'>> => {
    const paths = notice.edited
    if (paths.length === 0 || paths.length > MOST_PAGES) return {}
    await sleep(EDITOR_FIRST_MS)
    if (last?.notice !== notice) {
      // It may be shared with requests that have more time left than this one.
      const loading = withoutDeadline(() => load(paths)).catch(() => undefined)
      const begun = { notice, loading }
      last = begun
      // What nobody asks for any more is not kept.
      void loading.then(() => {
        if (last === begun) last = undefined
      })
    }
    let models: PageModels | undefined
    await within(
      MODELS_MS,
      last.loading.then((loaded) => {
        models = loaded
      }),
    )
    return models ? { edited: { paths, ...models } } : {}
  }
}

async function readFeed(db: ReadDatabase, after: Revision): Promise<ChangeFeed> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('change', (join) => join.on('change.revision', '>', after))
    .select(['history.feed', 'history.revision as newest'])
    .select(['change.revision', 'change.at', 'change.tags'])
    .orderBy('change.revision')
    .limit(MAX_CHANGES)
    .execute()
  const [first] = rows
  if (!first) throw new Error('The table content.history is empty')
  const changes = rows.flatMap(({ revision, at, tags }) =>
    // All three are null when there is no change.
    revision === null || at === null || tags === null ? [] : [{ revision, at, tags }],
  )
  return { feed: first.feed, revision: first.newest, changes }
}

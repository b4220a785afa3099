import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ChangeFeed, ChangeFeedWithPages } from '#shared/contracts/change.ts'
import { Revision } from '#shared/contracts/primitives.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { ReadDatabase } from '../database/reader.ts'
import type { ChangeNotice } from './change-notice.ts'
import type { ChangeSignal } from './change-signal.ts'
import type { EditedModels } from './edited-models.ts'

const MAX_WAIT_MS = 25_000
/** How often a waiting request checks by itself, in case a notification was lost. */
const LOOK_AGAIN_MS = 2_000
/** The most changes of one answer; a follower further behind asks again. */
const MAX_CHANGES = 500

export interface ChangeRoutesOptions {
  db: ReadDatabase
  signal: ChangeSignal
  edited: EditedModels
}

export async function changeRoutes(
  app: FastifyInstance,
  { db, signal, edited }: ChangeRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxProvider>()
  const closing = new AbortController()
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
          /** Whether the follower makes pages, and will ask for the models of those edited. */
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
          const editedPages = query.models ? edited.begin(notice) : []
          return { ...feedOf(notice), ...(editedPages.length > 0 && { editedPages }) }
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

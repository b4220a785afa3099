import type { FastifyInstance } from 'fastify'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Type } from 'typebox'
import type { ChangeFeed } from '#shared/contracts/change.ts'
import { Revision } from '#shared/contracts/primitives.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { Database } from '../database/schema.ts'
import type { ChangeSignal } from './change-signal.ts'

export interface ChangeRoutesOptions {
  db: ReadonlyKysely<Database>
  signal: ChangeSignal
}

const MAX_WAIT_MS = 25_000
/** How often a waiting request looks by itself, should a notification have been lost. */
const LOOK_AGAIN_MS = 2_000
/** Changes of one answer; whoever is further behind asks again. */
const MAX_CHANGES = 500

export async function changeRoutes(
  app: FastifyInstance,
  { db, signal }: ChangeRoutesOptions,
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
        }),
      },
    },
    async ({ query, raw }) => {
      const deadline = Date.now() + query.waitMs
      const gone = new AbortController()
      raw.once('close', () => gone.abort())
      const stop = AbortSignal.any([closing.signal, gone.signal])

      for (;;) {
        const feed = await readFeed(db, query.after)
        const leftMs = deadline - Date.now()
        // A follower that is ahead of us follows another history: it must hear so at once.
        if (feed.revision !== query.after || leftMs <= 0 || stop.aborted) return feed
        await signal.wait(Math.min(leftMs, LOOK_AGAIN_MS), stop)
        // Nobody reads the answer any more.
        if (gone.signal.aborted) return feed
      }
    },
  )
}

async function readFeed(db: ReadonlyKysely<Database>, after: Revision): Promise<ChangeFeed> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('change', (join) => join.on('change.revision', '>', after))
    .select(['history.feed', 'history.revision as newest'])
    .select(['change.revision', 'change.at', 'change.tags'])
    .orderBy('change.revision')
    .limit(MAX_CHANGES)
    .execute()
  const [first] = rows
  if (!first) throw new Error('There is no history')
  const changes = rows.flatMap(({ revision, at, tags }) =>
    // All three are null where nothing has changed.
    revision === null || at === null || tags === null ? [] : [{ revision, at, tags }],
  )
  return { feed: first.feed, revision: first.newest, changes }
}

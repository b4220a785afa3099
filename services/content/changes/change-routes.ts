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
      handlerTimeout: MAX_WAIT_MS + 10_000,
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
      }
    },
  )
}

async function readFeed(db: ReadonlyKysely<Database>, after: Revision): Promise<ChangeFeed> {
  // The newest revision is read first: a change that commits in between is not skipped, only late.
  const { feed, revision } = await db
    .selectFrom('history')
    .select(['feed', 'revision'])
    .executeTakeFirstOrThrow()
  const changes =
    revision > after
      ? await db
          .selectFrom('change')
          .select(['revision', 'at', 'tags'])
          .where('revision', '>', after)
          .where('revision', '<=', revision)
          .orderBy('revision')
          .limit(MAX_CHANGES)
          .execute()
      : []
  return { feed, revision, changes }
}

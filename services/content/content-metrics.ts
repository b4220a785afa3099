import { type Kysely, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Store } from '#shared/database/connect.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { observeDependencies } from '#shared/metrics/observe-dependencies.ts'
import { observePools } from '#shared/metrics/observe-pool.ts'
import type { Database } from './database/schema.ts'

/** What the content service shows beside its answers. */
export function observeContent(registry: Registry, store: Store<Database>): void {
  observePools(registry, { content: store.usage })
  observeDependencies(registry, { postgres: () => sql`select 1`.execute(store.write) })
  observeWith(registry).gauge({
    name: 'finlore_content_revision',
    help: 'Revision of the newest edit; missing while Postgres does not answer',
    read: () => newestRevision(store.write),
  })
}

async function newestRevision(db: Kysely<Database>): Promise<number> {
  const { revision } = await db.selectFrom('history').select('revision').executeTakeFirstOrThrow()
  return revision
}

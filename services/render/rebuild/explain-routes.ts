import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import {
  type ExplainAnswer,
  ExplainQuestion,
  MAX_EXPLAINED,
} from '#shared/contracts/explanation.ts'
import type { Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import type { Database } from '../records/database.ts'

/** Room for the tags of a large edit. */
const BODY_LIMIT = 1024 * 1024

/** Which recorded pages read any of these tags, and which of them: what a change would rebuild. */
export async function explainRoutes(
  ops: FastifyInstance,
  { db, build }: { db: Kysely<Database>; build: string },
): Promise<void> {
  const routes = ops.withTypeProvider<TypeBoxProvider>()
  routes.post(
    '/explain',
    { bodyLimit: BODY_LIMIT, schema: { body: ExplainQuestion } },
    async ({ body: { tags } }): Promise<ExplainAnswer> => {
      const asked = sql<Tag[]>`${tags}::text[]`
      const met = sql<
        Tag[]
      >`array(select unnest(tags) intersect select unnest(${asked}) order by 1)`
      const readers = db
        .selectFrom('page_reads')
        .where('build', '=', build)
        .where('tags', '&&', asked)
      const { total } = await readers
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const pages = await readers
        .select(['path', met.as('tags')])
        .orderBy('path')
        .limit(MAX_EXPLAINED)
        .execute()
      return { pages, total, shell: tags.includes(SHELL_TAG) }
    },
  )
}

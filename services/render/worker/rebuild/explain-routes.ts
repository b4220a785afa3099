import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ExplainAnswer,
  ExplainQuestion,
  MAX_EXPLAINED,
  type PageReads,
} from '#shared/contracts/explanation.ts'
import { PagePath, type Tag } from '#shared/contracts/primitives.ts'
import { SHELL_TAG } from '#shared/contracts/tags.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { pathAtMarkdownAddress } from '../../documents/article-markdown.ts'
import { factsBodyAt } from '../../documents/facts-files.ts'
import { feedAt } from '../../documents/feeds/feed-addresses.ts'
import { SHELL_PATH, shellBodyAt } from '../../documents/shell-files.ts'
import type { RenderDatabase } from '../records/database.ts'

/** Room for the tags of a large edit. */
const BODY_LIMIT = 1024 * 1024

/**
 * `POST /explain` answers which recorded pages read any of some tags, and which of them: what a
 * change would rebuild. `GET /explain?path=…` answers what one page read: which changes rebuild it.
 * The path may be that of another form of the page.
 */
export async function explainRoutes(
  ops: FastifyInstance,
  { db, build }: { db: Kysely<RenderDatabase>; build: string },
): Promise<void> {
  const routes = ops.withTypeProvider<TypeBoxProvider>()
  routes.post(
    '/explain',
    { bodyLimit: BODY_LIMIT, schema: { body: ExplainQuestion } },
    async ({ body: { tags } }) => explainTags(db, build, tags),
  )

  routes.get(
    '/explain',
    { schema: { querystring: Type.Object({ path: PagePath }) } },
    async ({ query: { path } }, reply) => {
      const page = await db
        .selectFrom('page')
        .innerJoin('page_reads', (join) =>
          join
            .onRef('page_reads.build', '=', 'page.build')
            .onRef('page_reads.path', '=', 'page.path'),
        )
        .select(['built_revision as revision', 'has_shell as hasShell', 'page_reads.tags'])
        .where('page.build', '=', build)
        .where('page.path', '=', pathOfEntry(path))
        .executeTakeFirst()
      if (!page) return reply.code(404).send()
      const { revision, hasShell, tags } = page
      const reads: PageReads = { revision, tags: hasShell ? [...tags, SHELL_TAG] : tags }
      return reads
    },
  )
}

/** Which recorded pages read any of these tags, and which of them. */
export async function explainTags(
  db: Kysely<RenderDatabase>,
  build: string,
  tags: readonly Tag[],
): Promise<ExplainAnswer> {
  const changedTags = sql<Tag[]>`${[...tags]}::text[]`
  const met = sql<
    Tag[]
  >`array(select unnest(tags) intersect select unnest(${changedTags}) order by 1)`
  const readers = db
    .selectFrom('page_reads')
    .where('build', '=', build)
    .where('tags', '&&', changedTags)
  const { total } = await readers
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = await readers
    .select(['path', met.as('tags')])
    .orderBy('path')
    .limit(MAX_EXPLAINED)
    .execute()
  return { pages, total, shell: tags.includes(SHELL_TAG) }
}

/** The path of the entry that an address is answered from. */
function pathOfEntry(address: PagePath): PagePath {
  if (shellBodyAt(address) !== undefined) return SHELL_PATH
  return (
    feedAt(address)?.path ?? factsBodyAt(address)?.path ?? pathAtMarkdownAddress(address) ?? address
  )
}

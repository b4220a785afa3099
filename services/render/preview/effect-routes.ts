import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import type { EditorClient } from '#shared/clients/editor-client.ts'
import { type DraftEffect, TriedDraft, TriedRelease } from '#shared/contracts/effect.ts'
import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import { answerFailures } from '#shared/http/problem-handler.ts'
import { askForToken, tokenIn } from '#shared/http/require-token.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { explainTags } from '../worker/rebuild/explain-routes.ts'
import type { RenderDatabase } from '../worker/records/database.ts'
import { readBytes, sentBody } from './preview-routes.ts'

export interface EffectOptions {
  askEditorApi: EditorClient
  db: Kysely<RenderDatabase>
  build: string
}

const Draft = Type.Object({ id: Type.String({ format: 'uuid' }) })
/** Publishing many texts takes longer than one. */
const RELEASE_MS = 60_000
/** The pages that are named. */
const MAX_PAGES = 20

/** What publishing a draft or a release would do. Content tries it, and the registry knows its pages. */
export async function effectRoutes(
  ops: FastifyInstance,
  { askEditorApi, db, build }: EffectOptions,
): Promise<void> {
  answerFailures(ops)
  readBytes(ops)
  const routes = ops.withTypeProvider<TypeBoxProvider>()

  /** @param pagesOf the pages of the texts that are published */
  async function answer<T extends typeof TriedDraft | typeof TriedRelease>(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, schema, timeoutMs }: { path: string; schema: T; timeoutMs?: number },
    pagesOf: (tried: Static<T>) => TriedRelease['pages'],
  ) {
    reply.header('cache-control', 'no-store')
    const token = tokenIn(request.headers.authorization)
    if (token === undefined) return askForToken(reply)
    const question = { path, token, body: sentBody(request), ...(timeoutMs && { timeoutMs }) }
    const asked = await askEditorApi(question, schema)
    if ('answer' in asked) {
      const { tags, breaks } = asked.answer
      const pages = pagesOf(asked.answer)
      return effectOf({ pages, breaks }, await explainTags(db, build, tags))
    }
    if (asked.status === 401) return askForToken(reply)
    return reply.code(asked.status).send(asked.refusal)
  }

  routes.post('/drafts/:id/effect', { schema: { params: Draft } }, (request, reply) => {
    const asked = { path: `/drafts/${request.params.id}/dry-run`, schema: TriedDraft }
    return answer(request, reply, asked, ({ path, isNewPath }) => [{ path, isNewPath }])
  })

  const config = { deadlineMs: RELEASE_MS }
  routes.post('/releases/:id/effect', { config, schema: { params: Draft } }, (request, reply) => {
    const path = `/releases/${request.params.id}/dry-run`
    const asked = { path, schema: TriedRelease, timeoutMs: RELEASE_MS }
    return answer(request, reply, asked, ({ pages }) => pages)
  })
}

function effectOf(
  { pages: published, breaks }: Pick<TriedRelease, 'pages' | 'breaks'>,
  { pages, total: stored, shell }: ExplainAnswer,
): DraftEffect {
  const read = new Set(pages.map(({ path }) => path))
  const isStored = ({ path }: { path: string }) => read.has(path)
  // A page that is not there yet has read nothing.
  const made = published.filter((page) => page.isNewPath || isStored(page))
  const own = new Set(published.map(({ path }) => path))
  const others = pages.map(({ path }) => path).filter((path) => !own.has(path))
  const total = stored + made.length - published.filter(isStored).length
  const rebuilds = shell ? 'every page' : counted(total, 'page')
  return {
    summary: `rebuilds ${rebuilds}, breaks ${counted(breaks.length, 'link')}`,
    ...(!shell && { total }),
    pages: [...made.map(({ path }) => path), ...others].slice(0, MAX_PAGES),
    breaks,
  }
}

const counted = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`

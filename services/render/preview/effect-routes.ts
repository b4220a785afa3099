import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import type { EditorClient } from '#shared/clients/editor-client.ts'
import { type DraftEffect, TriedDraft } from '#shared/contracts/effect.ts'
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
/** The pages that are named. */
const MAX_PAGES = 20

/** What publishing a draft would rebuild and break. Content tries it, and the registry knows its pages. */
export async function effectRoutes(
  ops: FastifyInstance,
  { askEditorApi, db, build }: EffectOptions,
): Promise<void> {
  answerFailures(ops)
  readBytes(ops)
  ops
    .withTypeProvider<TypeBoxProvider>()
    .post('/drafts/:id/effect', { schema: { params: Draft } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = tokenIn(request.headers.authorization)
      if (token === undefined) return askForToken(reply)
      const path = `/drafts/${request.params.id}/dry-run`
      const asked = await askEditorApi({ path, token, body: sentBody(request) }, TriedDraft)
      if ('answer' in asked) {
        return effectOf(asked.answer, await explainTags(db, build, asked.answer.tags))
      }
      if (asked.status === 401) return askForToken(reply)
      return reply.code(asked.status).send(asked.refusal)
    })
}

function effectOf(
  { path, isNewPath, breaks }: TriedDraft,
  { pages, total: stored, shell }: ExplainAnswer,
): DraftEffect {
  const others = pages.map((page) => page.path).filter((other) => other !== path)
  // A page that is not there yet has read nothing.
  const isMade = isNewPath || others.length < pages.length
  const isStored = others.length < pages.length
  const total = stored + Number(isMade) - Number(isStored)
  const rebuilds = shell ? 'every page' : counted(total, 'page')
  return {
    summary: `rebuilds ${rebuilds}, breaks ${counted(breaks.length, 'link')}`,
    ...(!shell && { total }),
    pages: [...(isMade ? [path] : []), ...others].slice(0, MAX_PAGES),
    breaks,
  }
}

const counted = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`

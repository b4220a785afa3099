import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { Type } from 'typebox'
import { notFound, SiteError } from '#shared/errors.ts'
import type { Database, ReleaseState } from '../database/schema.ts'
import { ChangeNote } from '../drafts/change-note.ts'
import {
  lockRelease,
  openDrafts,
  releaseTag,
  type WholeRelease,
} from '../editions/stored-release.ts'
import { requireSeen } from '../publishing/require-seen.ts'
import { replaceDrafts, replaceSiteDrafts } from '../releases/change-release.ts'
import { type ArticleVerb, config, headers, longConfig, routesOf } from './article-verb.ts'
import {
  answerRelease,
  changedBy,
  ReleaseParams,
  releaseAt,
  requireUnpublished,
} from './release-at.ts'
import { RELEASE_ROUTES } from './release-descriptions.ts'
import { warningsOfRelease } from './release-warnings.ts'

/** The most texts that become one revision. */
const MAX_DRAFTS_OF_RELEASE = 500

export const ReleaseDrafts = Type.Array(
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      /** False publishes an article again that was withdrawn. */
      withdrawn: Type.Optional(Type.Literal(false)),
      ...ChangeNote.properties,
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_DRAFTS_OF_RELEASE },
)
/** A site has a dozen files. */
export const ReleaseSiteDrafts = Type.Array(
  Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  { maxItems: 50 },
)
export const ReleaseName = Type.String({ minLength: 1, maxLength: 120 })

const ReleasePatch = Type.Object(
  {
    name: Type.Optional(ReleaseName),
    /** All that it publishes from now on. */
    drafts: Type.Optional(ReleaseDrafts),
    /** The same of files of the site. */
    siteDrafts: Type.Optional(ReleaseSiteDrafts),
  },
  { additionalProperties: false },
)

type ReleaseRequest = FastifyRequest & {
  params: { id: string }
  headers: { 'if-match'?: string }
}

interface Change {
  name?: string
  state?: ReleaseState
  publish_at?: null
  reasons?: string
}

/** Its drafts stay, without it. */
async function letGo(tx: Transaction<Database>, release: string): Promise<void> {
  await replaceDrafts(tx, release, [])
  await replaceSiteDrafts(tx, release, [])
}

const UNTIMED = { publish_at: null, reasons: '[]' } as const

/** Changes what a release publishes, calls off its time, or takes it apart. */
export function changeReleaseRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write } = verb
  const routes = routesOf(app)

  /** Changes a release that is not published yet, as its editor has read it. */
  const change = (
    request: ReleaseRequest,
    work: (tx: Transaction<Database>, whole: WholeRelease) => Promise<Change>,
  ) =>
    write.transaction().execute(async (tx) => {
      const { id } = request.params
      const whole = await lockRelease(tx, id)
      if (!whole) throw notFound(`Release "${id}"`)
      requireSeen(request.headers, releaseTag(whole), 'release')
      requireUnpublished(whole)
      const changes = { ...(await work(tx, whole)), ...changedBy(verb, request) }
      await tx.updateTable('release').set(changes).where('id', '=', id).execute()
      return releaseAt(tx, id)
    })

  routes.patch(
    '/releases/:id',
    {
      config: longConfig,
      schema: { params: ReleaseParams, headers, body: ReleasePatch, ...RELEASE_ROUTES.change },
    },
    async (request, reply) => {
      const { name, drafts, siteDrafts } = request.body
      const release = await change(request, async (tx, { release: { id, state } }) => {
        if (state === 'scheduled') {
          throw new SiteError(
            'conflict',
            `This release waits for its time: POST /releases/${id}/cancel first`,
          )
        }
        if (drafts) await replaceDrafts(tx, id, drafts)
        if (siteDrafts) await replaceSiteDrafts(tx, id, siteDrafts)
        return name === undefined ? {} : { name }
      })
      const warnings = await warningsOfRelease(verb, release, verb.askerOf(request, reply))
      return answerRelease(read, reply, release, warnings)
    },
  )

  routes.post(
    '/releases/:id/cancel',
    { config, schema: { params: ReleaseParams, headers, ...RELEASE_ROUTES.cancel } },
    async (request, reply) => {
      const release = await change(request, async (tx, { release: { id, name } }) => {
        await openDrafts(tx, id)
        if (name === null) await letGo(tx, id)
        return { ...UNTIMED, state: name === null ? 'cancelled' : 'open' }
      })
      return answerRelease(read, reply, release)
    },
  )

  routes.delete(
    '/releases/:id',
    { config, schema: { params: ReleaseParams, headers, ...RELEASE_ROUTES.takeApart } },
    async (request, reply) => {
      const release = await change(request, async (tx, { release: { id } }) => {
        await openDrafts(tx, id)
        await letGo(tx, id)
        return { ...UNTIMED, state: 'cancelled' }
      })
      return answerRelease(read, reply, release)
    },
  )
}

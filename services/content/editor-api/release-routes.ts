import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { listReleases, UNPUBLISHED } from '../editions/stored-release.ts'
import { replaceDrafts, replaceSiteDrafts } from '../releases/change-release.ts'
import { siteZone } from '../site/site-settings.ts'
import { type ArticleVerb, config, longConfig, routesOf } from './article-verb.ts'
import { ReleaseDrafts, ReleaseName, ReleaseSiteDrafts } from './change-release-routes.ts'
import { Limit, requireTime, TimeCursor } from './list-cursor.ts'
import { listedReleases } from './release-answer.ts'
import { answerRelease, changedBy, ReleaseParams, releaseAt } from './release-at.ts'
import { RELEASE_ROUTES } from './release-descriptions.ts'
import { warningsOfRelease } from './release-warnings.ts'

const NewRelease = Type.Object(
  {
    name: ReleaseName,
    drafts: Type.Optional(ReleaseDrafts),
    siteDrafts: Type.Optional(ReleaseSiteDrafts),
  },
  { additionalProperties: false },
)

const ListQuery = Type.Object({
  state: Type.Optional(
    Type.Enum(['open', 'scheduled', 'held', 'published', 'cancelled'], {
      description: 'those that are not over, unless it is said',
    }),
  ),
  after: Type.Optional(TimeCursor),
  limit: Type.Optional(Limit),
})

/** Releases: drafts that become one revision, now or at a moment. */
export function releaseRoutes(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write } = verb
  const routes = routesOf(app)

  routes.get(
    '/releases',
    { config, schema: { querystring: ListQuery, ...RELEASE_ROUTES.list } },
    async ({ query: { state, limit = 50, after } }) => {
      requireTime(after)
      const states = state === undefined ? UNPUBLISHED : [state]
      const zone = await siteZone(read)
      const { releases, ...part } = await listReleases(read, { states, after, limit })
      return { releases: await listedReleases(read, releases, zone), ...part }
    },
  )

  routes.post(
    '/releases',
    { config: longConfig, schema: { body: NewRelease, ...RELEASE_ROUTES.make } },
    async (request, reply) => {
      const { name, drafts = [], siteDrafts = [] } = request.body
      const id = randomUUID()
      const changed = changedBy(verb, request)
      const made = { made_by: changed.changed_by, made_at: changed.changed_at }
      const release = await write.transaction().execute(async (tx) => {
        const row = { id, name, state: 'open', publish_at: null, ...made, ...changed } as const
        await tx.insertInto('release').values(row).execute()
        await replaceDrafts(tx, id, drafts)
        await replaceSiteDrafts(tx, id, siteDrafts)
        return releaseAt(tx, id)
      })
      const warnings = await warningsOfRelease(verb, release, verb.askerOf(request, reply))
      return answerRelease(read, reply.code(201), release, warnings)
    },
  )

  routes.get(
    '/releases/:id',
    { config, schema: { params: ReleaseParams, ...RELEASE_ROUTES.read } },
    async (request, reply) => answerRelease(read, reply, await releaseAt(read, request.params.id)),
  )
}

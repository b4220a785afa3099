import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { SiteError } from '#shared/errors.ts'
import { releaseTag } from '../editions/stored-release.ts'
import { requireSeen } from '../publishing/require-seen.ts'
import { publishRelease } from '../releases/publish-release.ts'
import { scheduleRelease } from '../releases/schedule-release.ts'
import { type ArticleVerb, headers, longConfig, routesOf } from './article-verb.ts'
import { At, readAt } from './release-answer.ts'
import { answerRelease, ReleaseParams, releaseAt, requireUnpublished } from './release-at.ts'
import { RELEASE_ROUTES } from './release-descriptions.ts'
import { brokenByTexts, releaseNotices, warningsOfRelease } from './release-warnings.ts'

const Publication = Type.Object(
  {
    /** The moment; without it, now. */
    at: Type.Optional(At),
  },
  { additionalProperties: false },
)

/** Publishes a release, or lets it wait for its time. */
export function publishReleaseRoute(app: FastifyInstance, verb: ArticleVerb): void {
  const { read, write, locale, now, askerOf, makerOf } = verb
  routesOf(app).post(
    '/releases/:id/publish',
    {
      config: longConfig,
      schema: { params: ReleaseParams, headers, body: Publication, ...RELEASE_ROUTES.publish },
    },
    async (request, reply) => {
      const { id } = request.params
      const { at } = request.body
      const seen = await releaseAt(write, id)
      const asker = askerOf(request, reply)
      if (seen.release.state === 'published') return answerRelease(read, reply, seen)
      requireSeen(request.headers, releaseTag(seen), 'release')
      requireUnpublished(seen)
      if (at !== undefined) {
        await scheduleRelease(write, seen, {
          locale,
          now,
          asker,
          at: await readAt(read, at, now()),
          by: makerOf(request).name ?? 'nobody',
        })
        const warnings = await warningsOfRelease(verb, seen, asker)
        return answerRelease(write, reply.code(202), await releaseAt(write, id), warnings)
      }
      if (seen.drafts.length + seen.siteDrafts.length === 0)
        throw new SiteError('conflict', 'There is no draft in this release')
      const tag = releaseTag(seen)
      const { result: texts = [] } = await publishRelease(write, id, {
        locale,
        now,
        asker,
        makerOf: () => makerOf(request),
        accept(whole) {
          if (whole.release.state === 'published') return false
          requireSeen({ 'if-match': tag }, releaseTag(whole), 'release')
          return true
        },
      })
      const warnings = releaseNotices(await brokenByTexts(verb, texts, asker))
      return answerRelease(write, reply, await releaseAt(write, id), warnings)
    },
  )
}

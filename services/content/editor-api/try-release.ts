import type { FastifyInstance } from 'fastify'
import type { TriedRelease } from '#shared/contracts/effect.ts'
import { onBehalfOf } from '#shared/reader-under-way.ts'
import type { Room } from '#shared/room.ts'
import { articlePath } from '../addresses/article-path.ts'
import { publishRelease } from '../releases/publish-release.ts'
import { type ArticleVerb, longConfig, routesOf } from './article-verb.ts'
import { ReleaseParams, releaseAt, requireUnpublished } from './release-at.ts'
import { RELEASE_ROUTES } from './release-descriptions.ts'
import { brokenByTexts } from './release-warnings.ts'

/** Says what publishing a release would change: the edit is made and rolled back, as for a draft. */
export function tryRelease(app: FastifyInstance, verb: ArticleVerb, room: Room): void {
  const { read, write, locale, now, askerOf, makerOf } = verb
  routesOf(app).post(
    '/releases/:id/dry-run',
    {
      config: { ...longConfig, onlyReads: true },
      schema: { params: ReleaseParams, ...RELEASE_ROUTES.try },
    },
    async (request, reply): Promise<TriedRelease> => {
      const { id } = request.params
      requireUnpublished(await releaseAt(read, id))
      const asker = askerOf(request, reply)
      const options = {
        locale,
        now,
        asker,
        makerOf: () => makerOf(request),
        accept: () => true,
        dryRun: true,
      }
      const { result: texts = [], tags } = await onBehalfOf(asker.owner, () =>
        room.enter(() => publishRelease(write, id, options)),
      )
      const { broken } = await brokenByTexts(verb, texts, asker)
      const pages = texts.map(({ slug, existing }) => ({
        path: articlePath(slug),
        isNewPath: existing?.slug !== slug,
      }))
      return { pages, tags, breaks: broken }
    },
  )
}

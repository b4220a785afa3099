import type { FastifyInstance } from 'fastify'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import { notFound } from '#shared/errors.ts'
import { parsePictureAddress, pictureAddress } from '../../documents/picture-address.ts'
import { ROUTES } from '../../documents/routes.ts'
import { CACHING } from './bodies/caching.ts'
import { sendBody } from './bodies/send-body.ts'
import type { PictureCache } from './picture-cache.ts'

/** Pictures are drawn one at a time, and it is programs of other sites that wait for them. */
const config = { deadlineMs: 10_000 }

/** Pictures that other sites show beside a link to a page of ours. */
export async function pictureRoutes(
  app: FastifyInstance,
  { pictures }: { pictures: Pick<PictureCache, 'find'> },
): Promise<void> {
  app.get(ROUTES.picture, { config }, async (request, reply) => {
    const requested = parsePictureAddress(withoutQuery(request.url))
    const found = requested && (await pictures.find(requested.name, requested.subject))
    if (!requested || !found) throw notFound('This picture')
    if ('movedTo' in found) {
      return reply
        .code(302)
        .header('location', pictureAddress(found.movedTo))
        .header('cache-control', CACHING.revalidate)
        .send()
    }
    // The name changes with everything that is drawn, so it can be the `etag` as well.
    const body = { contentType: 'image/png', etag: requested.name, bytes: { identity: found.png } }
    return sendBody(request, reply, body, { caching: 'immutable' })
  })
}

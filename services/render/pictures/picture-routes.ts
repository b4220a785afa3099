import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/errors.ts'
import { CACHING } from '../pages/caching.ts'
import { pathnameOf } from '../pages/request-address.ts'
import { sendBody } from '../pages/send-body.ts'
import { ROUTES } from '../routes.ts'
import type { KeptPictures } from './keep-pictures.ts'
import { parsePictureAddress, pictureAddress } from './picture-address.ts'

export interface PictureRoutesOptions {
  pictures: Pick<KeptPictures, 'find'>
}

/** They are drawn one after the other, and programs of other sites wait for them. */
const config = { deadlineMs: 10_000 }

/** Pictures that other sites show beside a link to a page of ours. */
export async function pictureRoutes(
  app: FastifyInstance,
  { pictures }: PictureRoutesOptions,
): Promise<void> {
  app.get(ROUTES.picture, { config }, async (request, reply) => {
    const asked = parsePictureAddress(pathnameOf(request))
    const found = asked && (await pictures.find(asked.name, asked.subject))
    if (!asked || !found) throw notFound('This picture')
    if ('movedTo' in found) {
      return reply
        .code(302)
        .header('location', pictureAddress(found.movedTo))
        .header('cache-control', CACHING.revalidate)
        .send()
    }
    // The name says all that is drawn, so it names the bytes as well.
    const body = { contentType: 'image/png', etag: asked.name, bytes: { identity: found.png } }
    return sendBody(request, reply, body, { caching: 'immutable' })
  })
}

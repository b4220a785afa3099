import type { FastifyInstance } from 'fastify'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import { ERROR_PATH, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import { notFound } from '#shared/errors.ts'
import type { Headers } from '#shared/http/security-headers.ts'
import { renderData } from '../../documents/make-entry.ts'
import { withoutBodyHtml } from '../../documents/page-data.ts'
import {
  bodilessDataPath,
  isBodiless,
  pageDataPath,
  pathAtDataAddress,
} from '../../documents/page-path.ts'
import { ROUTES } from '../../documents/routes.ts'
import { encodeBody } from '../../store/encode-body.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import { redirect, sendBody } from './bodies/send-body.ts'
import type { LongLife } from './long-life.ts'
import { loadNotFoundBodies, type NotFoundOptions } from './not-found-answer.ts'
import { readSearch, renderSearch, type SearchAnswerOptions } from './search-answer.ts'
import { SEARCH_PATH } from './search-page.ts'

type PageDataRoutesOptions = SearchAnswerOptions &
  Pick<NotFoundOptions, 'errors' | 'answers'> & { life: Pick<LongLife, 'keysFor'> }

/** The data of pages, for a browser that changes pages without loading a document. */
export async function pageDataRoutes(
  app: FastifyInstance,
  options: PageDataRoutesOptions,
): Promise<void> {
  const { answers, errors, life } = options

  app.get(ROUTES.pageData, async (request, reply) => {
    const pathname = withoutQuery(request.url)
    const bodiless = isBodiless(pathname)
    const path = pathAtDataAddress(pathname)
    const send = async (data: StoredBody, keys?: Headers) =>
      sendBody(request, reply, bodiless ? await cutBody(data) : data, { keys })
    if (path === ERROR_PATH) {
      answers.mark(reply, 'error')
      return send(errors.current().data)
    }
    if (path === NOT_FOUND_PATH) return send((await loadNotFoundBodies(options, reply)).data)

    const query = path === SEARCH_PATH ? readSearch(request) : undefined
    if (query?.text) {
      answers.mark(reply, 'made')
      return send(await renderSearch(options, query, renderData))
    }
    const entry = path === undefined ? undefined : await answers.load(reply, path)
    const keys = entry && life.keysFor(request, entry)
    if (entry?.location) {
      const addressOf = bodiless ? bodilessDataPath : pageDataPath
      return redirect(reply, entry.status, addressOf(entry.location), keys)
    }
    if (entry?.status !== 200 || !entry.bodies.data) throw notFound('This page')
    return send(entry.bodies.data, keys)
  })
}

/** Rendered for each request: it is rarely requested, and takes as long as a search. */
const cutBody = ({ bytes, contentType }: StoredBody): Promise<StoredBody> =>
  encodeBody(withoutBodyHtml(bytes.identity.toString()), contentType)

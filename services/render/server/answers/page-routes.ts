import type { FastifyInstance } from 'fastify'
import { addressOf, pathAt, withoutQuery } from '#shared/addresses/topic-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import {
  isOverload,
  isUnavailable,
  LOAD_HEADER,
  RETRY_AFTER_SECONDS,
  SHED,
} from '#shared/http/problem-handler.ts'
import { renderHtml } from '../../documents/make-entry.ts'
import { pathOfAddress } from '../../documents/page-path.ts'
import { ROUTES } from '../../documents/routes.ts'
import { bodyOf } from '../../store/stored-entry.ts'
import { redirect, sendBody } from './bodies/send-body.ts'
import type { LongLife } from './long-life.ts'
import { createNotFoundAnswer, type NotFoundOptions } from './not-found-answer.ts'
import { readSearch, renderSearch, type SearchAnswerOptions } from './search-answer.ts'
import { SEARCH_PATH } from './search-page.ts'

type PageRoutesOptions = NotFoundOptions & SearchAnswerOptions & { life: Pick<LongLife, 'keysFor'> }

/** Pages, as documents. Errors are answered with the error page. */
export async function pageRoutes(app: FastifyInstance, options: PageRoutesOptions): Promise<void> {
  const { answers, errors, life, sendPage } = options
  const sendNotFound = createNotFoundAnswer(options)

  app.setErrorHandler(async (error, request, reply) => {
    const unavailable = isUnavailable(error)
    // During an outage every request ends here, so it logs one line; a bug gets its stack.
    if (isOverload(error)) reply.header(LOAD_HEADER, SHED)
    else if (unavailable) request.log.warn({ reason: String(error) }, 'page not shown')
    else request.log.error({ err: error }, 'page not shown')
    if (unavailable) reply.header('retry-after', RETRY_AFTER_SECONDS)
    answers.mark(reply, 'error')
    return sendBody(request, reply, errors.current().html, {
      status: unavailable ? 503 : 500,
      caching: 'never',
    })
  })

  app.get(ROUTES.page, async (request, reply) => {
    const pathname = withoutQuery(request.url)
    const query = request.url.slice(pathname.length)
    const path = pathOfAddress(pathname, query)
    const entry = path === undefined ? undefined : await answers.load(reply, path)
    if (!entry) return sendNotFound(request, reply, path)
    const keys = life.keysFor(request, entry)
    if (entry.location) return redirect(reply, entry.status, entry.location + query, keys)
    const elsewhere = redirectTo(entry.path, pathname, query)
    if (elsewhere !== undefined) return redirect(reply, 308, elsewhere)

    const search = path === SEARCH_PATH ? readSearch(request) : undefined
    if (search?.text) {
      answers.mark(reply, 'made')
      const found = await renderSearch(options, search, renderHtml)
      const whole = `${SEARCH_PATH}?${new URLSearchParams({ q: search.text })}`
      return sendPage(request, reply, found, { whole })
    }
    const whole = entry.path
    return sendPage(request, reply, bodyOf(entry, 'html'), { status: entry.status, keys, whole })
  })
}

/** The canonical address of a page that was requested at another one; `undefined` if it was not. */
function redirectTo(path: PagePath, pathname: string, query: string): string | undefined {
  const address = addressOf(path)
  if (withoutQuery(address) === pathname && pathAt(pathname, query) === path) return undefined
  return address === path ? path + query : address
}

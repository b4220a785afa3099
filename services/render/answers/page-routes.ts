import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, pathAt, withoutQuery } from '#shared/addresses/topic-address.ts'
import { ERROR_PATH, type Link, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { notFound, SiteError } from '#shared/errors.ts'
import { forwardedFor } from '#shared/http/forwarded-for.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import {
  isOverload,
  isUnavailable,
  LOAD_HEADER,
  RETRY_AFTER_SECONDS,
  SHED,
} from '#shared/http/problem-handler.ts'
import type { Room } from '#shared/room.ts'
import { type Renderer, renderData, renderHtml } from '../documents/make-entry.ts'
import { withoutBodyHtml } from '../documents/page-data.ts'
import {
  bodilessDataPath,
  isBodiless,
  pageDataPath,
  pathAtDataAddress,
  pathOfAddress,
} from '../documents/page-path.ts'
import { ROUTES } from '../documents/routes.ts'
import { encodeBody } from '../store/encode-body.ts'
import type { StoredBody, StoredEntry } from '../store/stored-entry.ts'
import { redirect, sendBody } from './bodies/send-body.ts'
import type { ErrorBodies } from './error-bodies.ts'
import type { EntryLoader, EntryLoading } from './load-entry.ts'
import type { ShellLoader } from './load-shell.ts'
import { createNearestPages } from './not-found-page.ts'
import {
  fillSearchPage,
  parseSearchQuery,
  SEARCH_PATH,
  type SearchQuery,
  type SearchSources,
  typesetFound,
} from './search-page.ts'

export interface PageRoutesOptions {
  loadEntry: EntryLoader
  nearestTo: EntryLoading['nearestTo']
  loadShell: ShellLoader
  errors: ErrorBodies
  search: SearchSources
  maker: Renderer
  ladder: LoadLadder
  rooms: {
    /** For search results, which are rendered for each request. */
    searches: Room
    /** For not-found pages that name the article that is probably meant. */
    nearest: Room
  }
}

/** Pages and their data. */
export async function pageRoutes(app: FastifyInstance, options: PageRoutesOptions): Promise<void> {
  const { loadEntry, errors, maker, ladder, rooms } = options
  const nearestPages = createNearestPages(maker, options.loadShell)

  app.get(ROUTES.pageData, async (request, reply) => {
    const pathname = withoutQuery(request.url)
    const bodiless = isBodiless(pathname)
    const path = pathAtDataAddress(pathname)
    const send = async (data: StoredBody) =>
      sendBody(request, reply, bodiless ? await cutBody(data) : data)
    if (path === ERROR_PATH) return send(errors.current().data)
    if (path === NOT_FOUND_PATH) return send((await notFoundBodies()).data)

    const query = path === SEARCH_PATH ? readSearch(request) : undefined
    if (query?.text) {
      return send(await renderSearch(query, renderData))
    }
    const entry = path === undefined ? undefined : await loadEntry(path)
    if (entry?.location) {
      const addressOf = bodiless ? bodilessDataPath : pageDataPath
      return redirect(reply, entry.status, addressOf(entry.location))
    }
    if (entry?.status !== 200 || !entry.bodies.data) throw notFound('This page')
    return send(entry.bodies.data)
  })

  app.register(async (pages) => {
    pages.setErrorHandler(async (error, request, reply) => {
      const unavailable = isUnavailable(error)
      // During an outage every request ends here, so it logs one line; a bug gets its stack.
      if (isOverload(error)) reply.header(LOAD_HEADER, SHED)
      else if (unavailable) request.log.warn({ reason: String(error) }, 'page not shown')
      else request.log.error({ err: error }, 'page not shown')
      if (unavailable) reply.header('retry-after', RETRY_AFTER_SECONDS)
      return sendBody(request, reply, errors.current().html, {
        status: unavailable ? 503 : 500,
        caching: 'never',
      })
    })

    pages.get(ROUTES.page, async (request, reply) => {
      const pathname = withoutQuery(request.url)
      const query = request.url.slice(pathname.length)
      const path = pathOfAddress(pathname, query)
      const entry = path === undefined ? undefined : await loadEntry(path)
      if (!entry) return sendNotFound(request, reply, path)
      if (entry.location) return redirect(reply, entry.status, entry.location + query)
      const elsewhere = redirectTo(entry.path, pathname, query)
      if (elsewhere !== undefined) return redirect(reply, 308, elsewhere)

      const search = path === SEARCH_PATH ? readSearch(request) : undefined
      if (search?.text) {
        return sendBody(request, reply, await renderSearch(search, renderHtml))
      }
      return sendBody(request, reply, bodyOf(entry, 'html'), { status: entry.status })
    })
  })

  async function sendNotFound(request: FastifyRequest, reply: FastifyReply, path?: PagePath) {
    const bodies = await notFoundBodies()
    const nearest = path === undefined ? undefined : options.nearestTo(path)
    const html = nearest && (await showNearest(bodies.data, nearest))
    return sendBody(request, reply, html ?? bodies.html, { status: 404 })
  }

  /** `undefined` under load, when guessing what a reader meant is not worth its cost. */
  async function showNearest(data: StoredBody, nearest: Link): Promise<StoredBody | undefined> {
    if (ladder.leavesOut('suggestions')) return undefined
    return rooms.nearest
      .enter(() => nearestPages(data, nearest))
      .catch((error: unknown) => {
        if (isOverload(error)) return undefined
        throw error
      })
  }

  /** Never rejects: this is called when something else is already missing. */
  async function notFoundBodies() {
    const entry = await loadEntry(NOT_FOUND_PATH).catch(() => undefined)
    return { ...errors.notFound(), ...entry?.bodies }
  }

  const readSearch = (request: FastifyRequest): SearchQuery => ({
    ...parseSearchQuery(request.query),
    from: forwardedFor(request.raw),
  })

  /** Rendered for this request, and only in the form that was requested. */
  async function renderSearch(
    query: SearchQuery,
    render: typeof renderHtml | typeof renderData,
  ): Promise<StoredBody> {
    ladder.refuse('lite')
    return rooms.searches.enter(async () => {
      const idle = await loadEntry(SEARCH_PATH)
      if (!idle) throw new SiteError('unavailable', `There is no page at ${SEARCH_PATH} yet`)
      const page = await fillSearchPage(options.search, bodyOf(idle, 'data'), query)
      const shell = await options.loadShell()
      return render(maker, typesetFound(page, shell.site.locale), shell)
    })
  }
}

/** Rendered for each request: it is rarely requested, and takes as long as a search. */
const cutBody = ({ bytes, contentType }: StoredBody): Promise<StoredBody> =>
  encodeBody(withoutBodyHtml(bytes.identity.toString()), contentType)

function bodyOf({ path, bodies }: StoredEntry, name: string): StoredBody {
  const body = bodies[name]
  if (!body) throw new Error(`The stored entry of ${path} has no ${name}`)
  return body
}

/** The canonical address of a page that was requested at another one; `undefined` if it was not. */
function redirectTo(path: PagePath, pathname: string, query: string): string | undefined {
  const address = addressOf(path)
  if (withoutQuery(address) === pathname && pathAt(pathname, query) === path) return undefined
  return address === path ? path + query : address
}

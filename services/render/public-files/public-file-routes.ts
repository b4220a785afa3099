import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, SiteError } from '#shared/errors.ts'
import { isPortraitPath } from '#shared/text/portrait-address.ts'
import type { EntryLoader } from '../pages/load-entry.ts'
import { pathnameOf } from '../pages/request-address.ts'
import { redirect, sendBody } from '../pages/send-body.ts'
import { ROUTES } from '../routes.ts'
import { PORTRAIT_BODY } from '../store/stored-entry.ts'
import { MARKDOWN_BODY, markdownPath, pathAtMarkdownAddress } from './article-markdown.ts'
import type { EarlierAssets } from './earlier-assets.ts'
import { feedAt } from './feeds/feed-addresses.ts'
import type { PublicFile } from './public-file.ts'
import { SHELL_PATH, shellBodyAt } from './shell-files.ts'
import { isSitemapPath, OTHER_INDEX_PATH, SITEMAP_PATH } from './sitemap-xml.ts'
import { ANSWER_BODY, isStaticQueryPath } from './static-queries.ts'

export interface PublicFileOptions {
  loadEntry: EntryLoader
  /** Files that never change while this process runs, by address. */
  files: ReadonlyMap<string, PublicFile>
  earlierAssets: EarlierAssets
}

/** Search engines wait for these, whose thousand addresses may take a while. */
const SITEMAP_MS = 10_000

/** Everything public that is no page: the build's files, what pages share, files for robots. */
export async function publicFileRoutes(
  app: FastifyInstance,
  { loadEntry, files, earlierAssets }: PublicFileOptions,
): Promise<void> {
  const sendFile = (request: FastifyRequest, reply: FastifyReply, file: PublicFile) =>
    sendBody(request, reply, file.body, { caching: file.caching })

  for (const [address, file] of files) {
    if (file.route === address) app.get(address, async (...exchange) => sendFile(...exchange, file))
  }
  app.get(ROUTES.asset, async (request, reply) => {
    const address = pathnameOf(request)
    const name = address.slice(ROUTES.asset.length - 1)
    const file = files.get(address) ?? (await earlierAssets.find(name))
    if (!file) throw notFound('This file')
    return sendFile(request, reply, file)
  })

  // A 404 here is a problem document: nothing in it could pass for an answer, or for a slice.
  app.get(ROUTES.staticQuery, async (request, reply) => {
    const path = pathnameOf(request)
    const entry = isStaticQueryPath(path) ? await loadEntry(path) : undefined
    const body = entry?.bodies[ANSWER_BODY]
    if (!body) throw notFound('This answer')
    return sendBody(request, reply, body, { caching: 'immutable' })
  })
  app.get(ROUTES.portrait, async (request, reply) => {
    const path = pathnameOf(request)
    const entry = isPortraitPath(path) ? await loadEntry(path) : undefined
    const body = entry?.bodies[PORTRAIT_BODY]
    if (!body) throw notFound('This portrait')
    return sendBody(request, reply, body, { caching: 'immutable' })
  })
  app.get(ROUTES.slice, () => {
    throw notFound('This slice')
  })

  const sendShared = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = shellBodyAt(pathnameOf(request))
    const body = name === undefined ? undefined : (await loadEntry(SHELL_PATH))?.bodies[name]
    if (!body) throw notFound('This file')
    return sendBody(request, reply, body)
  }
  for (const route of [ROUTES.llms, ROUTES.manifest]) app.get(route, sendShared)

  app.get(ROUTES.articleMarkdown, async (request, reply) => {
    const path = pathAtMarkdownAddress(pathnameOf(request))
    const entry = path === undefined ? undefined : await loadEntry(path)
    if (entry?.location) return redirect(reply, entry.status, markdownPath(entry.location))
    if (entry?.status === 410) throw new SiteError('gone', 'This article was withdrawn')
    const body = entry?.bodies[MARKDOWN_BODY]
    if (!body) throw notFound('This article')
    return sendBody(request, reply, body)
  })

  const sendFeed = async (request: FastifyRequest, reply: FastifyReply) => {
    const feed = feedAt(pathnameOf(request))
    const body = feed && (await loadEntry(feed.path))?.bodies[feed.body]
    if (!body) throw notFound('This feed')
    return sendBody(request, reply, body)
  }
  const { feedAtom, feedJson, categoryAtom, categoryJson } = ROUTES
  for (const route of [feedAtom, feedJson, categoryAtom, categoryJson]) app.get(route, sendFeed)

  const sendSitemap = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathnameOf(request)
    const body = isSitemapPath(path) ? (await loadEntry(path))?.bodies.xml : undefined
    if (!body) throw notFound('This site map')
    return sendBody(request, reply, body)
  }
  for (const address of [SITEMAP_PATH, OTHER_INDEX_PATH, ROUTES.sitemapPart]) {
    app.get(address, { config: { deadlineMs: SITEMAP_MS } }, sendSitemap)
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPicturePath } from '#shared/addresses/picture-address.ts'
import { isPortraitPath } from '#shared/addresses/portrait-address.ts'
import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { notFound, SiteError } from '#shared/errors.ts'
import {
  MARKDOWN_BODY,
  movedMarkdown,
  pathAtMarkdownAddress,
} from '../../documents/article-markdown.ts'
import { FACTS_FILES, factsBodyAt } from '../../documents/facts-files.ts'
import { FEED_FORMS, feedAt } from '../../documents/feeds/feed-addresses.ts'
import { ROUTES } from '../../documents/routes.ts'
import { SHELL_FILES, SHELL_PATH, shellBodyAt } from '../../documents/shell-files.ts'
import { isSitemapPath, OTHER_INDEX_PATH, SITEMAP_PATH } from '../../documents/sitemap-xml.ts'
import { ANSWER_BODY, isStaticQueryPath } from '../../documents/static-queries.ts'
import { PICTURE_BODY, PORTRAIT_BODY } from '../../store/stored-entry.ts'
import type { Caching } from './bodies/caching.ts'
import type { PublicFile } from './bodies/encoded-file.ts'
import { redirect, sendBody } from './bodies/send-body.ts'
import type { FindAsset } from './files/earlier-assets.ts'
import type { AnswerLoader } from './load-for-answer.ts'
import type { LongLife } from './long-life.ts'

export interface PublicFileOptions {
  answers: AnswerLoader
  /** Files that never change while this process runs, by address. */
  files: ReadonlyMap<string, PublicFile>
  findEarlierAsset: FindAsset
  life: Pick<LongLife, 'keysFor'>
}

/** Collecting the thousand addresses of a site map may take a while, and search engines do wait. */
const SITEMAP_MS = 10_000

/** Public files that are not pages: the build's files, files that pages share, and for robots. */
export async function publicFileRoutes(
  app: FastifyInstance,
  { answers, files, findEarlierAsset, life }: PublicFileOptions,
): Promise<void> {
  const sendFile = (request: FastifyRequest, reply: FastifyReply, file: PublicFile) =>
    sendBody(request, reply, file.body, { caching: file.caching })

  for (const [address, file] of files) {
    if (file.route === address) app.get(address, async (...exchange) => sendFile(...exchange, file))
  }
  app.get(ROUTES.asset, async (request, reply) => {
    const address = withoutQuery(request.url)
    const name = address.slice(ROUTES.asset.length - 1)
    const file = files.get(address) ?? (await findEarlierAsset(name))
    if (!file) throw notFound('This file')
    return sendFile(request, reply, file)
  })

  /** Sends a stored body. Where there is none, the 404 is a problem document, and never a page. */
  const sendStored =
    (what: string, find: (address: string) => FoundBody | undefined, caching?: Caching) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const found = find(withoutQuery(request.url))
      const entry = found && (await answers.load(reply, found.path))
      const body = entry?.bodies[found?.body ?? '']
      if (!entry || !body) throw notFound(what)
      return sendBody(
        request,
        reply,
        body,
        caching ? { caching } : { keys: life.keysFor(request, entry) },
      )
    }

  const sendAnswer = sendStored('This answer', bodyAt(isStaticQueryPath, ANSWER_BODY), 'immutable')
  app.get(ROUTES.staticQuery, sendAnswer)
  const sendPortrait = sendStored(
    'This portrait',
    bodyAt(isPortraitPath, PORTRAIT_BODY),
    'immutable',
  )
  app.get(ROUTES.portrait, sendPortrait)
  const sendPicture = sendStored('This picture', bodyAt(isPicturePath, PICTURE_BODY), 'immutable')
  app.get(ROUTES.drawing, sendPicture)
  app.get(ROUTES.slice, () => {
    throw notFound('This slice')
  })

  const sendShared = sendStored('This file', (address) => {
    const body = shellBodyAt(address)
    return body === undefined ? undefined : { path: SHELL_PATH, body }
  })
  for (const { route } of SHELL_FILES) app.get(route, sendShared)

  for (const route of MARKDOWN_ROUTES) {
    app.get(route, async (request, reply) => {
      const path = pathAtMarkdownAddress(withoutQuery(request.url))
      const entry = path === undefined ? undefined : await answers.load(reply, path)
      const keys = entry && life.keysFor(request, entry)
      if (entry?.location) {
        return redirect(reply, entry.status, movedMarkdown(entry.location), keys)
      }
      if (entry?.status === 410) throw new SiteError('gone', 'This article was withdrawn')
      const body = entry?.bodies[MARKDOWN_BODY]
      if (!body) throw notFound('This page')
      return sendBody(request, reply, body, { keys })
    })
  }

  for (const { address } of FACTS_FILES) app.get(address, sendStored('This file', factsBodyAt))

  const sendFeed = sendStored('This feed', feedAt)
  for (const route of FEED_ROUTES) app.get(route, sendFeed)

  const sendSitemap = sendStored('This site map', bodyAt(isSitemapPath, 'xml'))
  for (const address of [SITEMAP_PATH, OTHER_INDEX_PATH, ROUTES.sitemapPart]) {
    app.get(address, { config: { deadlineMs: SITEMAP_MS } }, sendSitemap)
  }
}

const MARKDOWN_ROUTES = [
  ROUTES.articleMarkdown,
  ROUTES.termMarkdown,
  ROUTES.factsMarkdown,
  ROUTES.toolsMarkdown,
  ROUTES.correctionsMarkdown,
]

const FEED_ROUTES = Object.values(FEED_FORMS).flatMap(({ routes }) => Object.values(routes))

/** One body of the entry of a path. */
interface FoundBody {
  path: PagePath
  body: string
}

/** The only body of an entry whose path is its address. */
const bodyAt =
  (isPath: (address: string) => boolean, body: string) =>
  (path: string): FoundBody | undefined =>
    isPath(path) ? { path, body } : undefined

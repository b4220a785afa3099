import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fastifyStatic } from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { addressOf, pathAt, withoutQuery } from '#shared/addresses/topic-address.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { publicHeadersAt } from '#shared/http/indexing.ts'
import { movedMarkdown, pathAtMarkdownAddress } from '../../documents/article-markdown.ts'
import {
  canonicalPath,
  pageDataPath,
  pathAtDataAddress,
  pathOfAddress,
} from '../../documents/page-path.ts'
import { fileName, GONE, PUBLIC } from '../entry-files.ts'
import { ExportError } from './export-error.ts'
import { MARKER_FILE } from './export-folder.ts'
import { exportedTypeOf } from './exported-types.ts'
import { ALIASES_MAP, GONE_MAP, MOVED_MAP } from './nginx-maps.ts'

/** Files that are served under other addresses, and have no address of their own. */
const HIDDEN = /(?:\/index\.html|\.br|\.gz)$|^\/(?:404|500)\.html$/
/** Addresses of data, where an error must not be answered with a page. */
const DATA =
  /^\/(?:assets|og|page-data|pictures|portraits|sitemaps|slice-data)\/|\/feed\.(?:atom|rss|json)$|^\/facts\.(?:json|csv)$|^\/(?:(?:articles|terms)\/[^/]+|facts|tools|corrections)\.md$/

/** Addresses of a page's other formats, which redirect as the page does. */
const FORMATS = [
  { pathAt: pathAtDataAddress, addressOf: pageDataPath },
  { pathAt: pathAtMarkdownAddress, addressOf: movedMarkdown },
]

/**
 * Serves an export for a look before it is uploaded: with the redirects, withdrawn pages, error
 * pages, types and security headers of its nginx configuration, and without caching.
 *
 * @returns a server that is not listening yet
 * @throws {ExportError} when the folder is not an export
 */
export async function viewExport(folder: string): Promise<FastifyInstance> {
  await readFile(path.join(folder, MARKER_FILE)).catch((cause: unknown) => {
    throw new ExportError(`${folder} is not an export: it has no ${MARKER_FILE}.`, { cause })
  })
  const [moved, aliases, gone] = await Promise.all([
    readMap(path.join(folder, MOVED_MAP)),
    readMap(path.join(folder, ALIASES_MAP)),
    readMap(path.join(folder, GONE_MAP)),
  ])
  // As for plain HTTP: headers that make browsers use HTTPS would make this server unreachable.
  const headersAt = publicHeadersAt('http://localhost', 'on')
  const root = path.resolve(folder, PUBLIC)
  const app = Fastify()
  app.addHook('onSend', async ({ url }, reply) => {
    reply.headers({ ...headersAt(url), 'cache-control': 'no-store' })
  })
  app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    contentType: false,
    setHeaders: (reply, file) => reply.header('content-type', exportedTypeOf(file)),
  })
  app.setNotFoundHandler(({ url }, reply) => {
    if (!DATA.test(withoutQuery(url))) return reply.code(404).sendFile('404.html')
    return reply.code(404).send({ code: 'not-found', detail: 'This does not exist' })
  })

  /** @returns whether the page has moved; then the redirect was sent */
  function leadOn(page: PagePath, reply: FastifyReply, to: (page: PagePath) => string): boolean {
    const [now, alias] = [moved.get(page), aliases.get(page)]
    const target = now ?? alias
    if (target !== undefined) reply.redirect(to(target), now === undefined ? 308 : 301)
    return target !== undefined
  }

  app.get('/*', (request, reply) => {
    const address = withoutQuery(request.url)
    const query = request.url.slice(address.length)
    if (HIDDEN.test(address)) return reply.callNotFound()
    for (const format of FORMATS) {
      const page = format.pathAt(address)
      if (page !== undefined && leadOn(page, reply, format.addressOf)) return reply
    }
    const article = pathAtMarkdownAddress(address)
    if (article !== undefined && gone.has(article)) {
      return reply.code(410).send({ code: 'gone', detail: 'This was withdrawn' })
    }
    const bare = canonicalPath(address)
    if (bare !== undefined && leadOn(bare, reply, (target) => target + query)) return reply
    const page = pathOfAddress(address, query)
    if (page === undefined) {
      return /\.\w+$/.test(address) ? reply.sendFile(address) : reply.callNotFound()
    }
    const file = fileName(page)
    const isGone = gone.has(page)
    const own = withoutQuery(addressOf(page))
    if (address !== own && (isGone || existsSync(path.join(root, file)))) {
      return reply.redirect(pathAt(own, query) === page ? own + query : addressOf(page), 308)
    }
    return isGone
      ? reply.code(410).sendFile(file, path.resolve(folder, GONE))
      : reply.sendFile(file)
  })
  return app
}

/** Parses lines of nginx's `map`, as written by `startMaps`. */
async function readMap(file: string): Promise<Map<string, string>> {
  const lines = (await readFile(file, 'utf8')).matchAll(/^"(.+)" "(.+)";$/gm)
  return new Map(Array.from(lines, ([, from = '', to = '']) => [from, to]))
}

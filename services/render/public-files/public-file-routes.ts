import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/errors.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import type { EntryLoader } from '../pages/load-entry.ts'
import { CACHING, sendBody } from '../pages/send-body.ts'
import { encodeBody } from '../store/encode-body.ts'
import { renderRobots } from './robots-txt.ts'
import { SHELL_PATH, SLICE_BODY, STATIC_QUERY_BODY } from './shell-files.ts'
import { SITEMAP_PATH } from './sitemap-xml.ts'

export interface PublicFileOptions {
  loadEntry: EntryLoader
  bundle: LoadedBundle
  siteUrl: string
}

/** Everything public that is no page: the build's files, data that pages share, files for robots. */
export async function publicFileRoutes(
  app: FastifyInstance,
  { loadEntry, bundle, siteUrl }: PublicFileOptions,
): Promise<void> {
  const appData = await encodeBody(
    `${JSON.stringify({ webpackCompilationHash: bundle.build })}\n`,
    'application/json; charset=utf-8',
  )
  const robots = await encodeBody(renderRobots(siteUrl), 'text/plain; charset=utf-8')

  app.get('/page-data/app-data.json', async (request, reply) => sendBody(request, reply, appData))
  app.get('/robots.txt', async (request, reply) => sendBody(request, reply, robots))

  app.get<{ Params: { file: string } }>('/page-data/sq/d/:file', async (request, reply) =>
    sendBody(request, reply, await sharedBody(STATIC_QUERY_BODY, request.params.file)),
  )
  app.get<{ Params: { file: string } }>('/slice-data/:file', async (request, reply) =>
    sendBody(request, reply, await sharedBody(SLICE_BODY, request.params.file)),
  )
  app.get(SITEMAP_PATH, async (request, reply) => {
    const body = (await loadEntry(SITEMAP_PATH))?.bodies.xml
    if (!body) throw notFound('The site map')
    return sendBody(request, reply, body)
  })

  // A 404 here is a problem document: nothing in it could pass for the answer to a query.
  async function sharedBody(bodyName: (name: string) => string, file: string) {
    const [, name = ''] = /^([a-z0-9]+)\.json$/.exec(file) ?? []
    const body = (await loadEntry(SHELL_PATH))?.bodies[bodyName(name)]
    if (!body) throw notFound(file)
    return body
  }

  app.register(fastifyStatic, {
    root: path.join(bundle.clientFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const caching = file.includes(`${path.sep}assets${path.sep}`) ? 'immutable' : 'revalidate'
      reply.header('cache-control', CACHING[caching])
    },
  })
  for (const file of ['logo.svg', 'favicon.svg']) {
    app.get(`/${file}`, async (_request, reply) =>
      reply.sendFile(file, bundle.clientFolder, { cacheControl: false }),
    )
  }
}

import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/errors.ts'
import { sendBody } from '../pages/send-body.ts'
import type { ShellSource } from '../pages/shell-source.ts'
import { ROUTES } from '../routes.ts'
import type { LoadScript } from './keep-scripts.ts'

export interface ThirdPartyOptions {
  shells: Pick<ShellSource, 'load'>
  loadScript: LoadScript
}

/** Longer than the other site may take. */
const config = { deadlineMs: 6_000 }

/**
 * Scripts of other sites under our own address, for those that the content lists (`site.yaml`,
 * `thirdPartyScripts`), each by exactly its address. For all others there is nothing here, and
 * nobody is asked.
 */
export async function thirdPartyRoutes(
  app: FastifyInstance,
  { shells, loadScript }: ThirdPartyOptions,
): Promise<void> {
  app.get(ROUTES.thirdParty, { config }, async (request, reply) => {
    const url: unknown = Reflect.get(Object(request.query), 'url')
    if (typeof url !== 'string' || !url.startsWith('https://')) throw notFound('This script')
    const { thirdPartyScripts = [] } = await shells.load()
    const isListed = (candidate: string) => thirdPartyScripts.includes(candidate)
    if (!isListed(url)) throw notFound('This script')
    return sendBody(request, reply, await loadScript(url, isListed), { caching: 'briefly' })
  })
}

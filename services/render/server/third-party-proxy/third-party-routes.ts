import type { FastifyInstance } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import { fieldOf } from '#shared/field-of.ts'
import { ROUTES } from '../../documents/routes.ts'
import { sendBody } from '../answers/bodies/send-body.ts'
import type { ShellLoader } from '../answers/load-shell.ts'
import type { LoadScript } from './script-cache.ts'

/** Longer than a request to the other site may take. */
const config = { deadlineMs: 6_000 }

/**
 * Serves scripts of other sites from our own address: those that the content lists (`site.yaml`,
 * `thirdPartyScripts`), each by exactly its URL. Any other URL is refused, and no request is made for
 * it.
 */
export async function thirdPartyRoutes(
  app: FastifyInstance,
  { loadShell, loadScript }: { loadShell: ShellLoader; loadScript: LoadScript },
): Promise<void> {
  app.get(ROUTES.thirdParty, { config }, async (request, reply) => {
    const url: unknown = fieldOf(request.query, 'url')
    if (typeof url !== 'string' || !url.startsWith('https://')) throw refused()
    const { thirdPartyScripts = [] } = await loadShell()
    const isListed = (candidate: string) => thirdPartyScripts.includes(candidate)
    if (!isListed(url)) throw refused()
    return sendBody(request, reply, await loadScript(url, isListed), { caching: 'briefly' })
  })
}

const refused = () => new SiteError('forbidden', 'This site passes on no such script')

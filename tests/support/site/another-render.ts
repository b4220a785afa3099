import { buildApp, type RenderDependencies } from '../../../services/render/server/app.ts'
import { createSearchClient } from '../../../services/shared/clients/search-client.ts'
import { closeService } from '../../../services/shared/http/run-service.ts'
import { SITE_URL, type WiredSite } from './wire-site.ts'

/**
 * Another render server on the store of a site. It uses the site's other services as far as they
 * still run, and hears of edits only from the store.
 *
 * @param parts dependencies that replace those of the site
 */
export async function startAnotherRender(site: WiredSite, parts: Partial<RenderDependencies> = {}) {
  const service = await buildApp({
    db: site.renderDatabase.write,
    store: site.allPages,
    content: site.contentClient,
    search: createSearchClient(site.contentUrl),
    bundle: site.bundle,
    siteUrl: SITE_URL,
    serviceWorker: 'on',
    indexing: 'off',
    locale: 'en_US',
    memoryBytes: 4 * 1024 * 1024,
    log: { level: 'silent' },
    ...parts,
  })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return { service, url, close: () => closeService(service, 500) }
}

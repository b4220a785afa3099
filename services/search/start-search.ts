import { createContentClient } from '#shared/clients/content-client.ts'
import type { Settings } from '#shared/config.ts'
import type { Started } from '#shared/http/run-service.ts'
import { parseTrustedProxies } from '#shared/http/trusted-proxies.ts'
import { buildApp, type SearchDependencies } from './app.ts'
import type { SearchConfig } from './config.ts'
import { engineOptions } from './engine-env.ts'

/**
 * Starts the search service, which loads the titles and follows them. The caller opens its ports.
 *
 * @param parts dependencies that replace those made from the settings
 */
export function startSearch(
  settings: Settings<SearchConfig>,
  parts: Partial<SearchDependencies> = {},
): Started {
  const { service, start } = buildApp({
    content: createContentClient(settings.CONTENT_URL),
    locale: settings.SITE_LOCALE,
    ...engineOptions(settings),
    siteUrl: settings.SITE_URL,
    indexing: settings.INDEXING,
    hsts: settings.HSTS,
    maxPerSecond: settings.SEARCH_RATE,
    trustedProxies: parseTrustedProxies(settings.TRUSTED_PROXIES),
    log: { level: settings.LOG_LEVEL },
    ...parts,
  })
  return { service, close: start().stop }
}

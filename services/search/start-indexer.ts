import { createContentClient } from '#shared/clients/content-client.ts'
import type { Settings } from '#shared/config.ts'
import type { Started } from '#shared/http/run-service.ts'
import { buildIndexer, type IndexerDependencies } from './indexer-app.ts'
import type { IndexerConfig } from './indexer-config.ts'

/**
 * Starts the process that keeps titles in Meilisearch. The caller opens its port.
 *
 * @param parts dependencies that replace those made from the settings
 */
export function startIndexer(
  settings: Settings<IndexerConfig>,
  parts: Partial<IndexerDependencies> = {},
): Started {
  const { service, start } = buildIndexer({
    url: settings.MEILI_URL,
    key: settings.MEILI_KEY,
    content: createContentClient(settings.CONTENT_URL),
    locale: settings.SITE_LOCALE,
    log: { level: settings.LOG_LEVEL },
    ...parts,
  })
  return { service, close: start().stop }
}

import { loadTake } from '../services/content/backup/backup-config.ts'
import { loadConfig as loadContentConfig } from '../services/content/config.ts'
import { loadServerConfig, loadWorkerConfig } from '../services/render/config.ts'
import { loadConfig as loadCopyConfig } from '../services/render/files/copy/config.ts'
import { loadConfig as loadSearchConfig } from '../services/search/config.ts'
import { loadIndexerConfig } from '../services/search/indexer-config.ts'
import { EnvironmentError } from '../services/shared/config.ts'

/** Every process of the site whose settings people choose. */
const LOADERS: Readonly<Record<string, (env: NodeJS.ProcessEnv) => unknown>> = {
  content: loadContentConfig,
  search: loadSearchConfig,
  indexer: loadIndexerConfig,
  render: loadServerConfig,
  worker: loadWorkerConfig,
  copy: loadCopyConfig,
  backup: loadTake,
}

/** Variables that compose and chart set for each process, so operators cannot mistype them. */
const WIRED = {
  DATABASE_URL: 'postgres://postgres',
  CONTENT_URL: 'http://content:8081',
  SEARCH_URL: 'http://search:8082',
  MEILI_URL: 'http://meilisearch:7700',
  MEILI_KEY: 'a-key-of-the-index',
  EDITOR_TOKEN: 'a-token-of-an-editor',
  COPY_DIR: '/var/lib/finlore/copy',
  PAGE_STORE: 'file:/var/lib/finlore/pages',
  SITE_LOCALE: 'en_US',
  SITE_URL: 'http://localhost:8080',
}

/**
 * Reads the settings as each process will, before the first of them is replaced.
 *
 * @throws {EnvironmentError} naming everything that any of them would refuse
 */
export function checkSettings(env: NodeJS.ProcessEnv): void {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const problems = new Set<string>()
  for (const load of Object.values(LOADERS)) {
    try {
      load({ ...withoutFiles(given), ...given })
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error
      for (const problem of error.problems) problems.add(problem)
    }
  }
  if (problems.size > 0) throw new EnvironmentError([...problems])
}

/** A setting must not be given both by itself and by a file. */
const withoutFiles = (given: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(WIRED).filter(([name]) => given[`${name}_FILE`] === undefined))

import path from 'node:path'
import { httpAddress, INSIDE } from './claim-machine.ts'
import type { StartConfig } from './config.ts'
import { loadEditorToken } from './editor-token.ts'
import type { Orders } from './site-process.ts'

/** The settings of the services, as a cluster's operator would write them. */
export async function siteSettings(config: StartConfig, { databaseUrl }: Orders) {
  const dataFolder = path.resolve(config.DATA_DIR)
  const { token, file } = await loadEditorToken(config, dataFolder)
  return {
    ...config,
    SITE_URL: config.SITE_URL ?? httpAddress(config.HOST, config.PORT),
    CONTENT_URL: httpAddress(INSIDE, config.CONTENT_PORT),
    DATABASE_URL: databaseUrl,
    PAGE_STORE: config.PAGE_STORE ?? `file:${path.join(dataFolder, 'pages')}`,
    EDITOR_TOKEN: token,
    ...(file !== undefined && { EDITOR_TOKEN_FILE: file }),
  }
}

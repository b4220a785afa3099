import { loadWebBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import { buildApp } from '../../services/render/server/app.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import {
  RENDER_SCHEMA,
  type RenderDatabase,
} from '../../services/render/worker/records/database.ts'
import { createContentClient } from '../../services/shared/clients/content-client.ts'
import { createSearchClient } from '../../services/shared/clients/search-client.ts'
import { connect } from '../../services/shared/database/connect.ts'
import { runService } from '../../services/shared/http/run-service.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/**
 * The server that readers meet, as `services/render/server.ts` wires it, with everything else
 * stopped: it must serve stored pages without them. It is not notified of edits, so it polls for
 * them, which costs more. Prints its port as a line of JSON.
 */

const [, , folder = '', memoryBytes = ''] = process.argv
const NOBODY = 'http://127.0.0.1:9'
const bundle = await loadWebBundle()
const database = connect<RenderDatabase>('postgres://127.0.0.1:9/none', { schema: RENDER_SCHEMA })
const service = await buildApp({
  db: database.write,
  store: openStore(`file:${folder}`),
  content: createContentClient(NOBODY),
  search: createSearchClient(NOBODY),
  bundle,
  siteUrl: BENCH_SITE_URL,
  serviceWorker: 'on',
  indexing: 'off',
  locale: 'en_US',
  memoryBytes: Number(memoryBytes),
  log: { level: 'info', stream: process.stderr },
})
const port = await freePort()
service.app.server.on('listening', () => {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
await runService(
  { service, close: database.close },
  { HOST: '127.0.0.1', PORT: port, OPS_PORT: await freePort(), DRAIN_MS: 0 },
)

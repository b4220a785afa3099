import { once } from 'node:events'
import path from 'node:path'
import { READERS } from '../../deploy/local/parts.ts'
import { superviseProcess } from '../../deploy/local/site-process.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/**
 * The readers' process of `npm start` with stored pages and nothing else: neither Postgres nor
 * content. Prints its URL as a line of JSON.
 */

const [, , folder = '', memoryBytes = ''] = process.argv
const port = await freePort()
Object.assign(process.env, {
  PORT: String(port),
  CONTENT_PORT: '9',
  DATA_DIR: path.dirname(folder),
  PAGE_STORE: `file:${folder}`,
  MEMORY_BYTES: memoryBytes,
  SITE_URL: BENCH_SITE_URL,
  EDITOR_TOKEN: 'a-token-for-benches',
  LOG_LEVEL: 'silent',
})
const readers = superviseProcess({
  ...READERS,
  complain: (line) => process.stderr.write(`${line}\n`),
  onRestart() {},
})
readers.tell({ databaseUrl: 'postgres://127.0.0.1:9/none' })
await readers.started
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
await once(process, 'SIGTERM')
await readers.stop(4_000)
process.exit()

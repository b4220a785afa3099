import { once } from 'node:events'
import { startIngress } from '../../tests/support/servers/ingress.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/** Runs the site's ingress in front of a server until it is told to stop; prints its URL as JSON. */

const [, , address = ''] = process.argv
const ingress = await startIngress({
  RENDER_ADDRESS: address,
  SITE_URL: BENCH_SITE_URL,
  INDEXING: 'on',
  // As many as the server in front of which it runs: they share a core.
  WORKERS: '1',
  // One client sends everything.
  MAX_PER_ADDRESS: '10000',
})
process.stdout.write(`${JSON.stringify({ url: ingress.url })}\n`)
await once(process, 'SIGTERM')
await ingress.stop()

import { createService } from '../../../services/shared/http/create-service.ts'
import { runService } from '../../../services/shared/http/run-service.ts'

/** A separate process whose thread can be blocked by a request. */
const [port, opsPort] = process.argv.slice(2).map(Number)
const service = createService({ name: 'blockable', log: { level: 'silent' }, checks: {} })
service.app.get('/block/:ms', async ({ params }) => {
  const until = performance.now() + Number(Reflect.get(Object(params), 'ms'))
  while (performance.now() < until);
  return 'done'
})
await runService(
  { service, close: async () => {} },
  { HOST: '127.0.0.1', PORT: port ?? 0, OPS_PORT: opsPort ?? 0, DRAIN_MS: 0 },
)

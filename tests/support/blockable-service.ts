import { createService } from '../../services/shared/http/create-service.ts'
import { runService } from '../../services/shared/http/run-service.ts'

/** A process of its own, whose thread whoever asks may block. */
const [port, opsPort] = process.argv.slice(2).map(Number)
const service = createService({ name: 'blockable', log: { level: 'silent' }, checks: {} })
service.app.get('/block/:ms', async ({ params }) => {
  const until = performance.now() + Number(Reflect.get(Object(params), 'ms'))
  while (performance.now() < until);
  return 'done'
})
await runService(service, {
  host: '127.0.0.1',
  port: port ?? 0,
  opsPort: opsPort ?? 0,
  drainMs: 0,
  onClosed: () => {},
})

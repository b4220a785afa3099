import { runWorker } from '#shared/http/run-service.ts'
import { startTracing } from '#shared/tracing/tracing.ts'
import { loadWorkerConfig } from './config.ts'
import { startWorker } from './start-worker.ts'
import { openStore } from './store/open-store.ts'
import { storeOptions } from './store/store-env.ts'

const config = loadWorkerConfig(process.env)
await startTracing(process.env)
// No reader waits for this process.
const store = openStore(config.PAGE_STORE, { ...storeOptions(config), blocking: true })
await runWorker(await startWorker(config, { store }), config)

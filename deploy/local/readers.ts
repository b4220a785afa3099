import { setTimeout as sleep } from 'node:timers/promises'
import { startRender } from '../../services/render/start-render.ts'
import { startSearch } from '../../services/search/start-search.ts'
import { listenOnSockets } from '../../services/shared/http/node/listen-on-sockets.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import { OWN_MACHINE } from '../../services/shared/http/trusted-proxies.ts'
import { INSIDE } from './claim-machine.ts'
import { listenOrExplain } from './open-ports.ts'
import { portError } from './require-free-port.ts'
import { runPart } from './run-part.ts'
import { siteSettings } from './site-settings.ts'

/**
 * The part of `npm start` that readers meet: render on the readers' port itself, with search below
 * `/api/search`. It needs neither Postgres nor content for what is stored.
 */

/** Time for requests that are already on the way when the site stops. */
const GOODBYE_MS = 500
/** Answers still under way after this are cut off, so that a stop takes seconds. */
const CUT_OFF_MS = 3_000

await runPart(async (config, orders, cleanUp) => {
  const settings = await siteSettings(config, await orders)
  const { HOST, PORT } = config
  const log = { level: config.LOG_LEVEL, stream: process.stderr }

  // Render searches on behalf of readers, and passes their addresses on.
  const TRUSTED_PROXIES = `${OWN_MACHINE} ${config.TRUSTED_PROXIES}`
  const search = startSearch({ ...settings, TRUSTED_PROXIES }, { log })
  cleanUp.add(search.close)
  cleanUp.add(() => closeService(search.service, CUT_OFF_MS))
  const searchOps = await listenOrExplain(search.service.ops, INSIDE, 0)
  const SEARCH_URL = await listenOrExplain(search.service.app, INSIDE, 0)

  const render = await startRender({ ...settings, SEARCH_URL }, { log })
  const { service } = render
  service.mount('/api/search', search.service)
  cleanUp.add(render.close)
  cleanUp.add(() => closeService(service, CUT_OFF_MS))
  const renderOps = await listenOrExplain(service.ops, INSIDE, 0)
  cleanUp.add(async () => {
    service.startDraining()
    await sleep(GOODBYE_MS)
  })
  await listenOnSockets(service.app, { host: HOST, port: PORT }).catch((error: unknown) => {
    throw portError(error, HOST, PORT, 'PORT')
  })
  return { search: searchOps, render: renderOps }
})

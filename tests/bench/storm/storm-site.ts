import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from '../../../deploy/local/clean-up.ts'
import type { FallibleProcess } from '../../faults/fallible.ts'
import { type FaultySite, SITE_URL, startFaultySite } from '../../faults/faulty-site.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { startIngress } from '../../support/ingress.ts'
import { missingRedis } from '../../support/redis-server.ts'
import { familyOf, readProcessTree } from '../support/processes.ts'

/** The site as operators run it: nginx in front of two processes of render, and a copy of all pages. */
export interface StormSite {
  site: FaultySite
  /** Where readers come in. */
  url: string
  /** Base addresses of the processes behind the ingress that show pages. */
  renders: readonly string[]
  /** Everything that can be killed, by name. */
  parts: ReadonlyMap<string, FallibleProcess>
}

/** Both take the same port, each at an address of its own, as replicas do. */
const REPLICAS = ['127.0.0.1', '127.0.0.2'] as const
const INGRESS_WORKERS = 2
const LOOK_MS = 20

/** @param cleanUp gets all that is started */
export async function startStormSite(
  articles: number,
  folder: string,
  cleanUp: CleanUp,
): Promise<StormSite> {
  const site = await startFaultySite(articles)
  cleanUp.add(site.close)
  const { useRedis: addRedis } = site
  const redis = missingRedis ? undefined : await addRedis()

  const { port } = new URL(site.render.url)
  const second = await site.startMore('render', { HOST: REPLICAS[1], PORT: port })
  const COPY_DIR = path.join(folder, 'copy')
  const copy = await site.startMore('copy', { COPY_DIR })

  const dns = await startDnsServer([...REPLICAS])
  cleanUp.add(dns.close)
  const ingress = await startIngress({
    RENDER_ADDRESS: `render:${port}`,
    SEARCH_ADDRESS: new URL(site.search.url).host,
    SITE_URL,
    COPY_DIR,
    RESOLVER: dns.address,
    WORKERS: String(INGRESS_WORKERS),
  })
  cleanUp.add(ingress.stop)

  const parts: [string, FallibleProcess | undefined][] = [
    ['render 1', site.render],
    ['search', site.search],
    ['content', site.content],
    ['Postgres', site.postgres],
    ['worker', site.worker],
    ['Redis', redis],
    ['copy', copy],
    ['render 2', second],
    ['ingress', ingressWorker(ingress.process.pid ?? 0)],
  ]
  return {
    site,
    url: ingress.url,
    renders: [site.render.url, second.url],
    parts: new Map(parts.flatMap(([name, part]) => (part ? [[name, part]] : []))),
  }
}

/** One of nginx's processes that serve; nginx itself starts another in its place. */
function ingressWorker(ingress: number): FallibleProcess {
  async function workers(): Promise<number[]> {
    const tree = await readProcessTree()
    return familyOf(ingress, tree).filter((pid) => !tree.has(pid))
  }
  return {
    pid: () => ingress,
    async kill() {
      const [worker] = await workers()
      if (worker !== undefined) process.kill(worker, 'SIGKILL')
    },
    async start() {
      while ((await workers()).length < INGRESS_WORKERS) await sleep(LOOK_MS)
    },
  }
}

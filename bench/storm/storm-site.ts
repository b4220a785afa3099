import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import type { FallibleProcess } from '../../tests/faults/fallible.ts'
import { type FaultySite, SITE_URL, startFaultySite } from '../../tests/faults/faulty-site.ts'
import { familyOf, readProcessTree } from '../../tests/support/machine/processes.ts'
import { startDnsServer } from '../../tests/support/servers/dns-server.ts'
import { startIngress } from '../../tests/support/servers/ingress.ts'
import { missingRedis } from '../../tests/support/servers/redis-server.ts'
import { setNiceness } from './niceness.ts'

/**
 * The site as operators run it: nginx in front of two processes of render, and a copy of all pages.
 */
export interface StormSite {
  site: FaultySite
  /** Address of the ingress. */
  url: string
  /** Base addresses of the processes behind the ingress that show pages. */
  renders: readonly string[]
  /** Whether the ingress has a copy of all pages. */
  isCopied(): boolean
  /** Everything that can be killed, by name. */
  parts: ReadonlyMap<string, FallibleProcess>
}

/** Both take the same port, each at an address of its own, as replicas do. */
const REPLICAS = ['127.0.0.1', '127.0.0.2'] as const
const INGRESS_WORKERS = 2
const LOOK_MS = 20
/**
 * Priorities on a busy machine, like `cpu_shares` in compose: processes that answer readers come
 * first, background work comes last. Others have the default niceness.
 */
const NICENESS: Readonly<Record<string, number>> = {
  ingress: -12,
  'render 1': -6,
  'render 2': -6,
  copy: 6,
}

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
    isCopied: () => existsSync(path.join(COPY_DIR, 'whole')),
    parts: new Map(
      await Promise.all(parts.flatMap(([name, part]) => (part ? [ranked(name, part)] : []))),
    ),
  }
}

/** Sets the niceness of a part, as far as permitted: now, and whenever it is started again. */
async function ranked(name: string, part: FallibleProcess): Promise<[string, FallibleProcess]> {
  async function rank() {
    const tree = await readProcessTree()
    for (const pid of familyOf(part.pid(), tree)) setNiceness(pid, NICENESS[name] ?? 0)
  }
  await rank()
  return [
    name,
    {
      ...part,
      async start() {
        await part.start()
        await rank()
      },
    },
  ]
}

const titleOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

/** One of nginx's processes that serve; nginx itself starts another in its place. */
function ingressWorker(ingress: number): FallibleProcess {
  async function workers(): Promise<number[]> {
    const tree = await readProcessTree()
    const family = familyOf(ingress, tree)
    const titles = await Promise.all(family.map((pid) => titleOf(pid)))
    return family.filter((_, at) => titles[at]?.startsWith('nginx: worker process'))
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

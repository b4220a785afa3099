import path from 'node:path'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import { until } from '../../tests/support/machine/until.ts'
import { startPurgedVarnish, type VarnishServer } from '../../tests/support/servers/cache-server.ts'
import { startIngress } from '../../tests/support/servers/ingress.ts'
import { createTcpLink, type TcpLink } from '../../tests/support/servers/tcp-link.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import {
  BENCH_SITE_URL,
  type BenchSite,
  mostFillMs,
  startBenchSite,
} from '../rebuild/bench-site.ts'

/** A site behind nginx, and Varnish in front of it. */
export interface CdnSite {
  site: BenchSite
  /** Where the site itself answers. */
  renderUrl: string
  varnish: VarnishServer
  /** Between Varnish and nginx. */
  origin: TcpLink
  /** Between the worker and Varnish. */
  purges: TcpLink
  /** Runs the worker, and has Varnish keep pages until they are purged, or not. */
  startWorker(isPurging: boolean): Promise<void>
  /** Returns when Varnish may keep pages for long. */
  untilKept(): Promise<void>
}

export const READERS_HOST = new URL(BENCH_SITE_URL).host
const KEPT_MS = 60_000

/** @param cleanUp gets all that is started */
export async function startCdnSite(
  { corpus, articles, folder, signal }: CdnSiteOptions,
  cleanUp: CleanUp,
): Promise<CdnSite> {
  const contentFolder = path.join(folder, 'content')
  await writeCorpus(corpus, contentFolder, articles)
  const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
  const render = await site.startRender()
  const ingress = await startIngress({
    RENDER_ADDRESS: new URL(render.url).host,
    SITE_URL: BENCH_SITE_URL,
    COPY_DIR: '/nowhere',
    CDN: 'on',
  })
  cleanUp.add(ingress.stop)
  const origin = await createTcpLink(ingress.url)
  cleanUp.add(origin.cut)
  const varnish = await startPurgedVarnish(origin.url, await freePort())
  cleanUp.add(varnish.stop)
  const purges = await createTcpLink(varnish.url)
  cleanUp.add(purges.cut)
  const waiting = { timeoutMs: mostFillMs(articles), signal, pauseMs: 100 }

  let worker: { stop(): Promise<void> } | undefined
  return {
    site,
    renderUrl: render.url,
    varnish,
    origin,
    purges,
    async startWorker(isPurging) {
      await worker?.stop()
      worker = await site.startWorker(
        isPurging ? { CDN_PURGE: 'http', CDN_PURGE_URL: purges.url } : {},
      )
      await site.registry.untilFresh(waiting)
    },
    untilKept: () =>
      until('pages may be kept', { ...waiting, timeoutMs: KEPT_MS }, async () => {
        const answer = await fetch(render.url)
        await answer.arrayBuffer()
        return answer.headers.get('cache-control')?.includes('s-maxage=86400') === true
      }),
  }
}

export interface CdnSiteOptions {
  corpus: Corpus
  articles: number
  folder: string
  signal: AbortSignal
}

import type { IndexingSwitch } from '#shared/http/indexing.ts'
import type { LoadedBundle } from '../../../documents/bundle/web-bundle.ts'
import { renderSlice, SLICES_MAP, sliceAddress } from '../../../documents/page-data.ts'
import { PAGE_DATA_CONTRACT } from '../../../documents/page-data-contract.ts'
import { ROUTES } from '../../../documents/routes.ts'
import {
  SPECULATION_RULES,
  SPECULATION_RULES_PATH,
  SPECULATION_RULES_TYPE,
} from '../../../documents/speculation-rules.ts'
import { encodeBody } from '../../../store/encode-body.ts'
import { keyAddress } from '../../../worker/index-now/index-now-env.ts'
import type { PublicFile } from '../bodies/encoded-file.ts'
import { loadBuildFiles } from './build-files.ts'
import { chooseServiceWorker, type ServiceWorkerSwitch } from './service-worker-file.ts'

export interface LastingFileOptions {
  /** The public address, without a slash at its end. */
  siteUrl: string
  serviceWorker: ServiceWorkerSwitch
  indexing: IndexingSwitch
  /** Proves to search engines that a notification is ours; absent where none are sent. */
  indexNowKey?: string | undefined
}

/** Files that never change while this process runs, by address. */
export async function loadLastingFiles(
  { clientFolder, build }: Pick<LoadedBundle, 'clientFolder' | 'build'>,
  { siteUrl, serviceWorker, indexing, indexNowKey }: LastingFileOptions,
): Promise<ReadonlyMap<string, PublicFile>> {
  const files = await loadBuildFiles(clientFolder)
  chooseServiceWorker(files, serviceWorker)
  const add = async (address: string, text: string, contentType: string) => {
    const body = await encodeBody(text, `${contentType}; charset=utf-8`)
    files.set(address, { body, caching: 'revalidate', route: address })
  }
  const appData = { webpackCompilationHash: build, pageDataContract: PAGE_DATA_CONTRACT }
  await add('/page-data/app-data.json', `${JSON.stringify(appData)}\n`, 'application/json')
  for (const name of Object.values(SLICES_MAP)) {
    await add(sliceAddress(name), renderSlice(name), 'application/json')
  }
  files.set(SPECULATION_RULES_PATH, {
    body: await encodeBody(SPECULATION_RULES, SPECULATION_RULES_TYPE),
    caching: 'immutable',
    route: ROUTES.asset,
  })
  await add('/robots.txt', renderRobots(siteUrl, indexing), 'text/plain')
  if (indexNowKey !== undefined) await add(keyAddress(indexNowKey), indexNowKey, 'text/plain')
  return files
}

/**
 * Crawlers may read every page. Search results carry `noindex` themselves, and so does every answer
 * of a site that is not to be indexed: a crawler that may not read a page never sees its `noindex`
 * and may list the address all the same.
 */
export const renderRobots = (siteUrl: string, indexing: IndexingSwitch) => `User-agent: *
Disallow: /api/
Disallow: /__third-party-proxy
${indexing === 'on' ? `\nSitemap: ${siteUrl}/sitemap.xml\n` : ''}`

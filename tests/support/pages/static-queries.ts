import { rawRequest } from '../hostile/raw-request.ts'

/** Addresses of the static queries that the pages of a site name now; the site's first, the menu's second. */
export async function staticQueryAddresses(siteUrl: string): Promise<string[]> {
  const { text } = await rawRequest(siteUrl, '/page-data/index/page-data.json')
  const hashes: string[] = JSON.parse(text).staticQueryHashes
  return hashes.map((hash) => `/page-data/sq/d/${hash}.json`)
}

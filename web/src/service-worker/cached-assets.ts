import { ASSETS, BUILD } from './build-constants.ts'

// Caches the files of this build. Their names change with their content, so they never expire.

export const ASSETS_CACHE = `finlore-assets-${BUILD}`

/** Fetches the files that are missing, as far as network and storage allow. */
export async function cacheAssets(): Promise<void> {
  await Promise.allSettled(ASSETS.map(assetAt))
}

/** Answers with the cached file; `undefined` for files of other builds, which are not cached. */
export const answerAsset = (address: string): Promise<Response> | undefined =>
  ASSETS.includes(address) ? assetAt(address) : undefined

/** Whether pages of this build are complete without a network. */
export async function areAssetsCached(): Promise<boolean> {
  const found = await Promise.all(ASSETS.map(find))
  return found.every((response) => response !== undefined)
}

const find = (address: string) =>
  caches.match(address, { cacheName: ASSETS_CACHE }).catch(() => undefined)

async function assetAt(address: string): Promise<Response> {
  const cached = await find(address)
  if (cached) return cached
  const response = await fetch(address)
  if (response.status === 200) {
    const copy = response.clone()
    // Storage may be full or forbidden. The reader gets the file in any case.
    await caches
      .open(ASSETS_CACHE)
      .then((cache) => cache.put(address, copy))
      .catch(() => {})
  }
  return response
}

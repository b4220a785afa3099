import { ASSETS, BUILD } from './build-constants.ts'

// The files of this build: they do not change while it lasts, so a kept one is never too old.

export const ASSETS_CACHE = `finlore-assets-${BUILD}`

/** Fetches what is missing, as far as network and storage allow. */
export async function keepAssets(): Promise<void> {
  await Promise.allSettled(ASSETS.map(assetAt))
}

/** Answers with the kept file; `undefined` for files of other builds, which are not kept. */
export const answerAsset = (address: string): Promise<Response> | undefined =>
  ASSETS.includes(address) ? assetAt(address) : undefined

/** Whether a page of this build would be shown as it should be without a network. */
export async function areAssetsKept(): Promise<boolean> {
  const found = await Promise.all(ASSETS.map(find))
  return found.every((response) => response !== undefined)
}

const find = (address: string) =>
  caches.match(address, { cacheName: ASSETS_CACHE }).catch(() => undefined)

async function assetAt(address: string): Promise<Response> {
  const kept = await find(address)
  if (kept) return kept
  const response = await fetch(address)
  if (response.status === 200) {
    const copy = response.clone()
    // Storage may be full or forbidden: the reader gets the file all the same.
    await caches
      .open(ASSETS_CACHE)
      .then((cache) => cache.put(address, copy))
      .catch(() => {})
  }
  return response
}

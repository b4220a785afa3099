// Which pages the reader has saved. Every build keeps them, so the list belongs to none.

export const SAVED_CACHE = 'finlore-saved'
/** No page has this address: nothing is asked or answered by it. */
const KEY = '/saved-paths.json'

/** Empty where nothing is saved, or storage is forbidden. */
export async function readSavedPaths(): Promise<string[]> {
  const response = await caches.match(KEY, { cacheName: SAVED_CACHE }).catch(() => undefined)
  return (await response?.json()) ?? []
}

export async function writeSavedPaths(paths: readonly string[]): Promise<void> {
  await (await caches.open(SAVED_CACHE)).put(KEY, Response.json(paths))
}

import { LRUCache } from 'lru-cache'
import { ROUTES } from '../../../documents/routes.ts'
import type { AssetStore } from '../../../store/page-store.ts'
import type { PublicFile } from '../bodies/encoded-file.ts'
import { assembleBody } from './build-files.ts'

/** A build's files are a few hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024

/** @param name the name below `/assets/`; @returns `undefined` when no kept build has it */
export type FindAsset = (name: string) => Promise<PublicFile | undefined>

/** Hashed files of other builds, for browser tabs that loaded an earlier or a later build. */
export function createEarlierAssets(store: Pick<AssetStore, 'read'>): FindAsset {
  async function load(name: string): Promise<PublicFile | undefined> {
    let isProven = true
    const body = await assembleBody(name, async (suffix) => {
      const asset = await store.read(name + suffix)
      isProven &&= asset?.isProven ?? true
      return asset?.bytes
    })
    // Browsers never revalidate an immutable file, so it may only be called that if it is proven.
    return body && { body, caching: isProven ? 'immutable' : 'revalidate', route: ROUTES.asset }
  }

  const loaded = new LRUCache<string, PublicFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, name) =>
      Object.values(body.bytes).reduce((sum, bytes) => sum + bytes.length, name.length),
    fetchMethod: load,
    // A client that waits for a file gets it even if it was evicted before it arrived.
    ignoreFetchAbort: true,
  })
  return (name) => loaded.fetch(name)
}

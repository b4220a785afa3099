import { ROUTES } from '../routes.ts'
import type { AssetStore } from '../store/page-store.ts'
import { assembleBody } from './build-files.ts'
import type { PublicFile } from './public-file.ts'

/** Bytes kept of them: a build's files are a few hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024

export interface EarlierAssets {
  /** @param name the name below `/assets/`; @returns `undefined` when no kept build has it */
  find(name: string): Promise<PublicFile | undefined>
}

/** Hashed files of other builds, for tabs that were opened before this one or are a build ahead. */
export function createEarlierAssets(store: Pick<AssetStore, 'read'>): EarlierAssets {
  /** Those loaded longest ago first. */
  const loaded = new Map<string, { file: PublicFile; size: number }>()
  const loading = new Map<string, Promise<PublicFile | undefined>>()
  let size = 0

  async function load(name: string): Promise<PublicFile | undefined> {
    let isProven = true
    const body = await assembleBody(name, async (suffix) => {
      const asset = await store.read(name + suffix)
      isProven &&= asset?.isProven ?? true
      return asset?.bytes
    })
    if (!body) return undefined
    // Browsers never ask again for what is immutable, so it must be known to be right.
    const caching = isProven ? 'immutable' : 'revalidate'
    const file: PublicFile = { body, caching, route: ROUTES.asset }
    const length = Object.values(body.bytes).reduce((sum, bytes) => sum + bytes.length, 0)
    loaded.set(name, { file, size: length })
    size += length
    for (const [oldest, { size: freed }] of loaded) {
      if (size <= MAX_BYTES) break
      loaded.delete(oldest)
      size -= freed
    }
    return file
  }

  return {
    async find(name) {
      const known = loaded.get(name)
      if (known) return known.file
      const work = loading.get(name) ?? load(name).finally(() => loading.delete(name))
      loading.set(name, work)
      return work
    },
  }
}

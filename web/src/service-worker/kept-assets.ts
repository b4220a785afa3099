export interface KeptAssetsOptions {
  caches: Pick<CacheStorage, 'open'>
  fetch(address: string): Promise<Response>
  /** Names the cache. */
  build: string
  /** Addresses of all files of this build: what any of its pages may need. */
  addresses: readonly string[]
}

export interface KeptAssets {
  /** Fetches what is missing, as far as network and storage allow. */
  keepAll(): Promise<void>
  /** Answers with the kept file; `undefined` for files of other builds, which are not kept. */
  answer(address: string): Promise<Response> | undefined
  /** Whether a page of this build would be shown as it should be without a network. */
  areAllKept(): Promise<boolean>
}

export const assetsCacheOf = (build: string) => `finlore-assets-${build}`

/** The files of one build: they do not change while it lasts, so a kept one is never too old. */
export function createKeptAssets(options: KeptAssetsOptions): KeptAssets {
  const { caches, fetch, addresses } = options
  const own = new Set(addresses)
  const open = () => caches.open(assetsCacheOf(options.build))

  async function keep(address: string): Promise<Response> {
    const response = await fetch(address)
    if (response.status === 200) {
      const copy = response.clone()
      // Storage may be full or forbidden: the reader gets the file all the same.
      await open()
        .then((cache) => cache.put(address, copy))
        .catch(() => {})
    }
    return response
  }

  const find = (address: string) =>
    open()
      .then((cache) => cache.match(address))
      .catch(() => undefined)

  return {
    async keepAll() {
      const missing = async (address: string) => (await find(address)) ?? keep(address)
      await Promise.allSettled(addresses.map(missing))
    },
    answer(address) {
      if (!own.has(address)) return undefined
      return find(address).then((kept) => kept ?? keep(address))
    },
    async areAllKept() {
      const found = await Promise.all(addresses.map(find))
      return found.every((response) => response !== undefined)
    },
  }
}

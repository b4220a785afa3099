import { createBucketStorage } from './bucket-storage.ts'
import { createStore } from './create-store.ts'
import { createFolderStorage } from './folder-storage.ts'
import type { Store } from './page-store.ts'
import { type Credentials, parseStoreAddress, type SiteName } from './store-address.ts'

export interface StoreOptions {
  /** Names the bucket where the address does not. */
  site?: SiteName
  /** Of a bucket; a folder needs none. */
  credentials?: Credentials
}

/**
 * Opens nothing yet: a store that is not there shows at the first use.
 *
 * @param address the value of `PAGE_STORE`
 * @throws {Error} saying what to write when the address is wrong
 */
export function openStore(address: string, options: StoreOptions = {}): Store {
  const place = parseStoreAddress(address, options.site)
  switch (place.kind) {
    case 'folder':
      return createStore(createFolderStorage(place.folder))
    case 'bucket':
      if (!options.credentials) {
        throw new Error(
          'PAGE_STORE is a bucket: write its keys as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
        )
      }
      return createStore(createBucketStorage(place, options.credentials))
    default:
      return place satisfies never
  }
}

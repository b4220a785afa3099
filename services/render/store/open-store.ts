import { createBucketStorage } from './bucket-storage.ts'
import { createStore } from './create-store.ts'
import { createFolderStorage, type FolderOptions } from './folder-storage.ts'
import type { PageStores } from './page-store.ts'
import { type Credentials, parseStoreAddress, type SiteName } from './store-address.ts'

export interface StoreOptions extends FolderOptions {
  /** Determines the bucket's name where the address has none. */
  site?: SiteName
  /** Required for a bucket; a folder needs none. */
  credentials?: Credentials
}

/**
 * Connects to nothing yet: a store that does not exist is noticed at its first use.
 *
 * @param address the value of `PAGE_STORE`
 * @throws {Error} when the address is wrong; the message says what to write instead
 */
export function openStore(address: string, options: StoreOptions = {}): PageStores {
  const place = parseStoreAddress(address, options.site)
  switch (place.kind) {
    case 'folder':
      return createStore(createFolderStorage(place.folder, options))
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

import type { Credentials } from '#shared/bucket/bucket-env.ts'
import { createBucketStorage } from './bucket-storage.ts'
import { createStore } from './create-store.ts'
import { createFolderStorage, type FolderOptions } from './folder-storage.ts'
import type { PageStores } from './page-store.ts'
import { parseStoreAddress, type SiteName } from './store-address.ts'

export interface StoreOptions extends FolderOptions {
  /** Determines the bucket's name where the address has none. */
  site?: SiteName
  /** Of a bucket. Without them, its client looks where Amazon's clients look: roles, profiles. */
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
      return createStore(createBucketStorage(place, options.credentials))
    default:
      return place satisfies never
  }
}

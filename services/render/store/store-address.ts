import path from 'node:path'
import { bucketName, type SiteVariant } from '#shared/addresses/bucket-name.ts'
import {
  BUCKET_FORM,
  type BucketAddress,
  parseBucketAddress,
} from '#shared/bucket/bucket-address.ts'

/** Where the store is, as given by `PAGE_STORE`. */
export type StoreAddress = FolderAddress | BucketPlace

export interface FolderAddress {
  kind: 'folder'
  folder: string
}

/** A bucket, as `services/shared/bucket` knows it. */
export interface BucketPlace extends BucketAddress {
  kind: 'bucket'
}

export interface SiteName {
  key: string
  variant: SiteVariant
}

const FOLDER_FORM = 'file:FOLDER'

/**
 * @param site determines the bucket's name where the address has none
 * @throws {Error} saying what to write instead, without the address, which may hold a secret
 */
export function parseStoreAddress(address: string, site?: SiteName): StoreAddress {
  if (address.startsWith('file:')) {
    const folder = address.slice('file:'.length)
    // In a URL, two slashes begin a host name.
    if (folder === '' || /^\/\/(?!\/)/.test(folder)) {
      throw wrong(`write ${FOLDER_FORM}, such as file:/var/lib/finlore/pages`)
    }
    return { kind: 'folder', folder: path.resolve(folder) }
  }
  if (!address.startsWith('s3:')) throw wrong(`write ${FOLDER_FORM} or ${BUCKET_FORM}`)
  const unnamed = site && (() => bucketName(site.key, site.variant))
  return { kind: 'bucket', ...parseBucketAddress(address, { wrong, unnamed }) }
}

const wrong = (advice: string) => new Error(`PAGE_STORE is not understood: ${advice}`)

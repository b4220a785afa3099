import path from 'node:path'
import { bucketName, type SiteVariant } from '#shared/addresses/bucket-name.ts'

/** Where the store is, as given by `PAGE_STORE`. */
export type StoreAddress = FolderAddress | BucketAddress

export interface FolderAddress {
  kind: 'folder'
  folder: string
}

export interface BucketAddress {
  kind: 'bucket'
  bucket: string
  /** The start of every key: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Amazon's own if left out. */
  endpoint?: URL
}

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface SiteName {
  key: string
  variant: SiteVariant
}

const FOLDER_FORM = 'file:FOLDER'
const BUCKET_FORM = 's3://BUCKET?endpoint=http://HOST:PORT&region=REGION&prefix=PREFIX'
const PARAMETERS = ['endpoint', 'region', 'prefix']
/** The region that most servers other than Amazon's expect in a signature. */
const REGION = 'us-east-1'
const BUCKET = /^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/
const PREFIX = /^[\w-]+(?:\/[\w-]+)*\/?$/

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
  if (!address.startsWith('s3://')) throw wrong(`write ${BUCKET_FORM}`)
  return parseBucket(address, site)
}

function parseBucket(address: string, site: SiteName | undefined): StoreAddress {
  const [before = '', query = ''] = address.slice('s3://'.length).split('?', 2)
  const named = before.replace(/\/$/, '')
  if (named.includes('@')) {
    throw wrong('credentials go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (named.includes('/')) throw wrong('write a folder of the bucket as ?prefix=FOLDER')
  if (named !== '' && !BUCKET.test(named)) {
    throw wrong('a bucket has 3 to 63 lower-case letters, digits, hyphens and dots')
  }
  const bucket = named || (site && bucketName(site.key, site.variant))
  if (!bucket) throw wrong(`name the bucket: ${BUCKET_FORM}`)
  const parameters = new URLSearchParams(query)
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw wrong(`a bucket takes ${PARAMETERS.join(', ')} after ?`)

  const endpoint = parameters.get('endpoint')
  const prefix = parameters.get('prefix') ?? ''
  if (prefix !== '' && !PREFIX.test(prefix)) {
    throw wrong('prefix takes letters, digits, hyphens, underscores and slashes between them')
  }
  return {
    kind: 'bucket',
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    region: parameters.get('region') || REGION,
    ...(endpoint && { endpoint: parseEndpoint(endpoint) }),
  }
}

function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // Only scheme and host: no path, no credentials.
  if (!url || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol)) {
    throw wrong('write endpoint as http://HOST:PORT or https://HOST, with nothing after it')
  }
  return url
}

const wrong = (advice: string) => new Error(`PAGE_STORE is not understood: ${advice}`)

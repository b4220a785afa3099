/** A bucket of S3 or of a server like it. */
export interface BucketAddress {
  bucket: string
  /** The start of every key: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Amazon's own if left out. */
  endpoint?: URL
}

export interface AddressOptions {
  /** The error with this advice, which names the setting that has the address. */
  wrong: (advice: string) => Error
  /** The name of a bucket that the address does not name. */
  unnamed?: (() => string) | undefined
}

export const BUCKET_FORM = 's3://BUCKET?endpoint=http://HOST:PORT&region=REGION&prefix=PREFIX'
const PARAMETERS = ['endpoint', 'region', 'prefix']
/** The region that most servers other than Amazon's expect in a signature. */
const REGION = 'us-east-1'
const BUCKET = /^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/
const PREFIX = /^[\w-]+(?:\/[\w-]+)*\/?$/

/** @throws {Error} saying what to write instead, without the address, which may hold a secret */
export function parseBucketAddress(
  address: string,
  { wrong, unnamed }: AddressOptions,
): BucketAddress {
  if (!address.startsWith('s3://')) throw wrong(`write ${BUCKET_FORM}`)
  const [before = '', query = ''] = address.slice('s3://'.length).split('?', 2)
  const named = before.replace(/\/$/, '')
  if (named.includes('@')) {
    throw wrong('credentials go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (named.includes('/')) throw wrong('write a folder of the bucket as ?prefix=FOLDER')
  if (named !== '' && !BUCKET.test(named)) {
    throw wrong('a bucket has 3 to 63 lower-case letters, digits, hyphens and dots')
  }
  const bucket = named || unnamed?.()
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
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    region: parameters.get('region') || REGION,
    ...(endpoint && { endpoint: parseEndpoint(endpoint, wrong) }),
  }
}

function parseEndpoint(text: string, wrong: AddressOptions['wrong']): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // Only scheme and host: no path, no credentials.
  if (!url || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol)) {
    throw wrong('write endpoint as http://HOST:PORT or https://HOST, with nothing after it')
  }
  return url
}

import type { S3Client } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { SiteError } from '../errors.ts'
import type { BucketAddress } from './bucket-address.ts'
import type { Credentials } from './bucket-env.ts'

/** Milliseconds: for connecting, and for one whole call, retries and the answer's body included. */
export interface BucketLimits {
  connectMs: number
  wholeMs: number
}

const LIMITS: BucketLimits = { connectMs: 2_000, wholeMs: 10_000 }
const ATTEMPTS = 3
/**
 * Requests at a time, each with a connection. The client would mistake waiting for a free
 * connection for a network problem, so requests wait here.
 */
const CONNECTIONS = 64

const NO_CREDENTIALS =
  'no credentials (set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the process a role)'

type Sdk = typeof import('@aws-sdk/client-s3')
interface LoadedClient {
  sdk: Sdk
  s3: S3Client
}

/**
 * Makes one call to the bucket.
 *
 * @throws {SiteError} `unavailable` when the bucket cannot be used, at the latest after the limit:
 *   10 s unless another is given
 */
export type BucketClient = <Result>(
  work: (client: LoadedClient, abortSignal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** A bucket, or the part of it whose keys begin with `prefix`. */
export interface Bucket {
  client: BucketClient
  name: string
  prefix: string
}

/**
 * Connects at the first call.
 *
 * @param credentials without them, those of the machine: environment, profile files, the token of a
 *   service account (IRSA), the agent of a pod or container, the role of an instance, in the order
 *   of Amazon's own client
 */
export const openBucket = (
  address: BucketAddress,
  credentials?: Credentials,
  limits = LIMITS,
): Bucket => ({
  client: createBucketClient(address, credentials, limits),
  name: address.bucket,
  prefix: address.prefix,
})

function createBucketClient(
  address: BucketAddress,
  credentials: Credentials | undefined,
  limits: BucketLimits,
): BucketClient {
  const host = address.endpoint?.host ?? `s3.${address.region}.amazonaws.com`
  const limit = pLimit(CONNECTIONS)
  let client: Promise<LoadedClient> | undefined

  return async (work) => {
    const deadline = AbortSignal.timeout(limits.wholeMs)
    client ??= loadClient(address, credentials, limits)
    const opened = await client
    try {
      return await limit(async () => {
        deadline.throwIfAborted()
        // Looking for credentials knows no signal.
        return await Promise.race([work(opened, deadline), abortOf(deadline)])
      })
    } catch (error) {
      const reason = deadline.aborted ? 'it took too long' : reasonOf(opened.sdk, error)
      // Without the error itself: a server may repeat in it what the request was signed with.
      throw new SiteError(
        'unavailable',
        `The bucket ${address.bucket} at ${host} failed: ${reason}`,
      )
    }
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

/** Loaded only where there is a bucket, because the client is large. */
async function loadClient(
  address: BucketAddress,
  credentials: Credentials | undefined,
  limits: BucketLimits,
): Promise<LoadedClient> {
  const sdk = await import('@aws-sdk/client-s3')
  const s3 = new sdk.S3Client({
    region: address.region,
    ...(address.endpoint && { endpoint: address.endpoint.href }),
    forcePathStyle: true,
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    // What we store has a checksum of its own, and not every server supports those of newer clients.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.wholeMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
  })
  return { sdk, s3 }
}

function reasonOf({ S3ServiceException }: Sdk, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof S3ServiceException) {
    return `${error.name}, HTTP ${error.$metadata.httpStatusCode}`
  }
  if (error.name === 'CredentialsProviderError') return `${NO_CREDENTIALS}: ${error.message}`
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message && error.message !== code ? `${code}: ${error.message}` : code
}

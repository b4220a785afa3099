import { randomUUID } from 'node:crypto'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { SiteError } from '#shared/errors.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { BucketAddress, Credentials } from './store-address.ts'

/** Milliseconds: for connecting, and for one whole call, retries and the answer's body included. */
const LIMITS = { connectMs: 2_000, wholeMs: 10_000 }
const ATTEMPTS = 3
/**
 * Requests at a time, each with a connection. The client would mistake waiting for a free
 * connection for a network problem, so requests wait here.
 */
const CONNECTIONS = 64
/** As many as S3 takes in one request. */
const BATCH = 1_000

type Sdk = typeof import('@aws-sdk/client-s3')
interface Client {
  sdk: Sdk
  s3: S3Client
}

/**
 * Objects of an S3 bucket, or of part of it.
 *
 * Every function throws `SiteError` `unavailable` when the bucket cannot be used, at the latest
 * after 10 s; lists and the removal of a folder may take as long for every thousand objects.
 */
export function createBucketStorage(
  address: BucketAddress,
  credentials: Credentials,
  limits = LIMITS,
): ObjectStorage {
  const { bucket: Bucket, prefix, region } = address
  const host = address.endpoint?.host ?? `s3.${region}.amazonaws.com`
  const limit = pLimit(CONNECTIONS)
  let client: Promise<Client> | undefined

  async function call<Result>(
    work: (client: Client, abortSignal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const deadline = AbortSignal.timeout(limits.wholeMs)
    client ??= openClient(address, credentials, limits)
    const opened = await client
    try {
      return await limit(async () => {
        deadline.throwIfAborted()
        return work(opened, deadline)
      })
    } catch (error) {
      const reason = deadline.aborted ? 'it took too long' : reasonOf(opened.sdk, error)
      // Without the error itself: a server may repeat in it what the request was signed with.
      throw new SiteError('unavailable', `The bucket ${Bucket} at ${host} failed: ${reason}`)
    }
  }

  const get = (key: string, Range?: string) =>
    call(async ({ sdk, s3 }, abortSignal) => {
      const command = new sdk.GetObjectCommand({ Bucket, Key: prefix + key, Range })
      const output = await ifPresent(s3.send(command, { abortSignal }))
      return output && { output, bytes: await readBody(output) }
    })

  /** Pages of at most a thousand keys. */
  async function* pages(Prefix: string, Delimiter?: string) {
    let ContinuationToken: string | undefined
    do {
      const page = await call(({ sdk, s3 }, abortSignal) =>
        s3.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix,
            Delimiter,
            ContinuationToken,
            MaxKeys: BATCH,
          }),
          { abortSignal },
        ),
      )
      yield page
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  async function removeAll(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await call(async ({ sdk, s3 }, abortSignal) => {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
      const command = new sdk.DeleteObjectsCommand({ Bucket, Delete })
      const { Errors = [] } = await s3.send(command, { abortSignal })
      const [first] = Errors
      if (first) throw new Error(`${Errors.length} objects were not removed: ${first.Code}`)
    })
  }

  async function put(key: string, ...parts: readonly Buffer[]): Promise<void> {
    const Body = Buffer.concat(parts)
    await call(({ sdk, s3 }, abortSignal) =>
      s3.send(
        new sdk.PutObjectCommand({
          Bucket,
          Key: prefix + key,
          Body,
          ContentType: 'application/octet-stream',
        }),
        { abortSignal },
      ),
    )
  }

  return {
    async read(key) {
      const object = await get(key)
      return object && { bytes: object.bytes, version: object.output.ETag ?? '' }
    },
    async readStart(key, length) {
      const object = await get(key, `bytes=0-${length - 1}`)
      return object && { bytes: object.bytes.subarray(0, length), size: sizeOf(object) }
    },
    version: (key) =>
      call(async ({ sdk, s3 }, abortSignal) => {
        const command = new sdk.HeadObjectCommand({ Bucket, Key: prefix + key })
        return (await ifPresent(s3.send(command, { abortSignal })))?.ETag
      }),
    write: put,
    // A bucket never shows an object before it is complete.
    writeSealed: put,
    touch: (key) => put(key, Buffer.from(randomUUID())),
    async remove(key) {
      await call(({ sdk, s3 }, abortSignal) =>
        s3.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }), { abortSignal }),
      )
    },
    async *list(folder) {
      for await (const { Contents = [] } of pages(`${prefix}${folder}/`)) {
        for (const { Key, LastModified } of Contents) {
          if (Key === undefined || LastModified === undefined) continue
          yield { key: Key.slice(prefix.length), writtenAt: LastModified }
        }
      }
    },
    async removeFolder(folder) {
      for await (const { Contents = [] } of pages(`${prefix}${folder}/`)) {
        await removeAll(Contents.flatMap(({ Key }) => Key ?? []))
      }
    },
    async topFolders() {
      const names: string[] = []
      for await (const { CommonPrefixes = [] } of pages(prefix, '/')) {
        names.push(
          ...CommonPrefixes.flatMap(({ Prefix }) => Prefix?.slice(prefix.length, -1) ?? []),
        )
      }
      return names
    },
  }
}

/** Loaded only where there is a bucket, because the client is large. */
async function openClient(
  address: BucketAddress,
  credentials: Credentials,
  limits: typeof LIMITS,
): Promise<Client> {
  const sdk = await import('@aws-sdk/client-s3')
  const s3 = new sdk.S3Client({
    region: address.region,
    ...(address.endpoint && { endpoint: address.endpoint.href }),
    forcePathStyle: true,
    credentials,
    maxAttempts: ATTEMPTS,
    // Entries have a checksum of their own, and not every server supports those of newer clients.
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

async function readBody({ Body }: GetObjectCommandOutput): Promise<Buffer> {
  if (!Body) throw new Error('the answer has no body')
  const { buffer, byteOffset, byteLength } = await Body.transformToByteArray()
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** @returns the size of the whole object in bytes, of which only a part was requested */
function sizeOf({ output, bytes }: { output: GetObjectCommandOutput; bytes: Buffer }): number {
  const [, size] = /\/(\d+)$/.exec(output.ContentRange ?? '') ?? []
  return size === undefined ? bytes.length : Number(size)
}

/**
 * Errors that mean that there is no such object: a HEAD answer has no reason, and the start of an
 * empty object is an invalid range.
 */
const MISSING = ['NoSuchKey', 'NotFound', 'InvalidRange']

async function ifPresent<Output>(answer: Promise<Output>): Promise<Output | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && MISSING.includes(error.name)) return undefined
    throw error
  }
}

function reasonOf({ S3ServiceException }: Sdk, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof S3ServiceException) {
    return `${error.name}, HTTP ${error.$metadata.httpStatusCode}`
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message && error.message !== code ? `${code}: ${error.message}` : code
}

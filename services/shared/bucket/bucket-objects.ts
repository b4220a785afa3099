import type { GetObjectCommandOutput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { Bucket } from './bucket-client.ts'

/** As many as S3 takes in one request. */
const BATCH = 1_000

export interface BucketObject {
  bytes: Buffer
  /** Changes with the bytes. */
  version: string
  /** Of the whole object in bytes, also when only a part was read. */
  size: number
}

/**
 * Reads an object, or part of it.
 *
 * @param options.range such as `bytes=0-99`
 * @param options.version fails if the object has another one by now
 * @returns `undefined` when there is no such object; it may also be so for a range of an empty one
 */
export const getObject = (
  { client, name, prefix }: Bucket,
  key: string,
  { range, version }: { range?: string; version?: string | undefined } = {},
): Promise<BucketObject | undefined> =>
  client(async ({ sdk, s3 }, abortSignal) => {
    const command = new sdk.GetObjectCommand({
      Bucket: name,
      Key: prefix + key,
      Range: range,
      IfMatch: version,
    })
    const output = await ifPresent(s3.send(command, { abortSignal }))
    if (!output) return undefined
    const bytes = await readBody(output)
    return { bytes, version: output.ETag ?? '', size: sizeOf(output, bytes) }
  })

export async function removeObject({ client, name, prefix }: Bucket, key: string): Promise<void> {
  await client(({ sdk, s3 }, abortSignal) =>
    s3.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: prefix + key }), { abortSignal }),
  )
}

/**
 * Lists in pages of at most a thousand keys.
 *
 * @param start of the keys, after the prefix of the bucket
 * @param delimiter keys that have it after the start count as one folder each
 */
export async function* listObjects(
  { client, name, prefix }: Bucket,
  start: string,
  delimiter?: string,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let token: string | undefined
  do {
    const page = await client(({ sdk, s3 }, abortSignal) =>
      s3.send(
        new sdk.ListObjectsV2Command({
          Bucket: name,
          Prefix: prefix + start,
          Delimiter: delimiter,
          ContinuationToken: token,
          MaxKeys: BATCH,
        }),
        { abortSignal },
      ),
    )
    yield page
    token = page.NextContinuationToken
  } while (token !== undefined)
}

async function readBody({ Body }: GetObjectCommandOutput): Promise<Buffer> {
  if (!Body) throw new Error('the answer has no body')
  const { buffer, byteOffset, byteLength } = await Body.transformToByteArray()
  return Buffer.from(buffer, byteOffset, byteLength)
}

function sizeOf({ ContentRange }: GetObjectCommandOutput, bytes: Buffer): number {
  const [, size] = /\/(\d+)$/.exec(ContentRange ?? '') ?? []
  return size === undefined ? bytes.length : Number(size)
}

/**
 * Errors that mean that there is no such object: a HEAD answer has no reason, and the start of an
 * empty object is an invalid range.
 */
const MISSING = ['NoSuchKey', 'NotFound', 'InvalidRange']

/** @returns `undefined` when an answer says that there is no such object */
export async function ifPresent<Output>(answer: Promise<Output>): Promise<Output | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && MISSING.includes(error.name)) return undefined
    throw error
  }
}

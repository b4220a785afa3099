import { randomUUID } from 'node:crypto'
import type { GetObjectCommandOutput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { type BucketClient, type BucketLimits, createBucketClient } from './bucket-client.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { BucketAddress, Credentials } from './store-address.ts'

/** As many as S3 takes in one request. */
const BATCH = 1_000

/** A bucket, or the part of it whose keys begin with `prefix`. */
interface Bucket {
  client: BucketClient
  name: string
  prefix: string
}

/**
 * Objects of an S3 bucket, or of part of it.
 *
 * Every function throws `SiteError` `unavailable` when the bucket cannot be used, at the latest
 * after 10 s; lists and the removal of a folder may take as long for every thousand objects.
 */
export function createBucketStorage(
  address: BucketAddress,
  credentials?: Credentials,
  limits?: BucketLimits,
): ObjectStorage {
  const client = createBucketClient(address, credentials, limits)
  const bucket: Bucket = { client, name: address.bucket, prefix: address.prefix }
  const write: ObjectStorage['write'] = (key, ...parts) => put(bucket, key, parts)
  return {
    async read(key) {
      const object = await get(bucket, key)
      return object && { bytes: object.bytes, version: object.output.ETag ?? '' }
    },
    async readStart(key, length) {
      const object = await get(bucket, key, `bytes=0-${length - 1}`)
      return object && { bytes: object.bytes.subarray(0, length), size: sizeOf(object) }
    },
    version: (key) => versionOf(bucket, key),
    write,
    // A bucket never shows an object before it is complete.
    writeSealed: write,
    touch: (key) => write(key, Buffer.from(randomUUID())),
    remove: (key) => remove(bucket, key),
    list: (folder) => list(bucket, folder),
    removeFolder: (folder) => removeFolder(bucket, folder),
    topFolders: () => topFolders(bucket),
  }
}

const get = ({ client, name, prefix }: Bucket, key: string, Range?: string) =>
  client(async ({ sdk, s3 }, abortSignal) => {
    const command = new sdk.GetObjectCommand({ Bucket: name, Key: prefix + key, Range })
    const output = await ifPresent(s3.send(command, { abortSignal }))
    return output && { output, bytes: await readBody(output) }
  })

const versionOf = ({ client, name, prefix }: Bucket, key: string) =>
  client(async ({ sdk, s3 }, abortSignal) => {
    const command = new sdk.HeadObjectCommand({ Bucket: name, Key: prefix + key })
    return (await ifPresent(s3.send(command, { abortSignal })))?.ETag
  })

async function put(
  { client, name, prefix }: Bucket,
  key: string,
  parts: readonly Buffer[],
): Promise<void> {
  const Body = Buffer.concat(parts)
  await client(({ sdk, s3 }, abortSignal) =>
    s3.send(
      new sdk.PutObjectCommand({
        Bucket: name,
        Key: prefix + key,
        Body,
        ContentType: 'application/octet-stream',
      }),
      { abortSignal },
    ),
  )
}

async function remove({ client, name, prefix }: Bucket, key: string): Promise<void> {
  await client(({ sdk, s3 }, abortSignal) =>
    s3.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: prefix + key }), { abortSignal }),
  )
}

async function* list(bucket: Bucket, folder: string) {
  const { prefix } = bucket
  for await (const { Contents = [] } of pages(bucket, `${prefix}${folder}/`)) {
    for (const { Key, LastModified } of Contents) {
      if (Key === undefined || LastModified === undefined) continue
      yield { key: Key.slice(prefix.length), writtenAt: LastModified }
    }
  }
}

async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for await (const { Contents = [] } of pages(bucket, `${bucket.prefix}${folder}/`)) {
    await removeAll(
      bucket,
      Contents.flatMap(({ Key }) => Key ?? []),
    )
  }
}

async function removeAll({ client, name }: Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await client(async ({ sdk, s3 }, abortSignal) => {
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
    const command = new sdk.DeleteObjectsCommand({ Bucket: name, Delete })
    const { Errors = [] } = await s3.send(command, { abortSignal })
    const [first] = Errors
    if (first) throw new Error(`${Errors.length} objects were not removed: ${first.Code}`)
  })
}

async function topFolders(bucket: Bucket): Promise<string[]> {
  const { prefix } = bucket
  const names: string[] = []
  for await (const { CommonPrefixes = [] } of pages(bucket, prefix, '/')) {
    names.push(...CommonPrefixes.flatMap(({ Prefix }) => Prefix?.slice(prefix.length, -1) ?? []))
  }
  return names
}

/** Pages of at most a thousand keys. */
async function* pages(
  { client, name }: Bucket,
  Prefix: string,
  Delimiter?: string,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let ContinuationToken: string | undefined
  do {
    const page = await client(({ sdk, s3 }, abortSignal) =>
      s3.send(
        new sdk.ListObjectsV2Command({
          Bucket: name,
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

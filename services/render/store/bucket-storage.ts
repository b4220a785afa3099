import { randomUUID } from 'node:crypto'
import type { BucketAddress } from '#shared/bucket/bucket-address.ts'
import { type Bucket, type BucketLimits, openBucket } from '#shared/bucket/bucket-client.ts'
import type { Credentials } from '#shared/bucket/bucket-env.ts'
import { getObject, ifPresent, listObjects, removeObject } from '#shared/bucket/bucket-objects.ts'
import type { ObjectStorage } from './object-storage.ts'

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
  const bucket = openBucket(address, credentials, limits)
  const write: ObjectStorage['write'] = (key, ...parts) => put(bucket, key, parts)
  return {
    async read(key) {
      const object = await getObject(bucket, key)
      return object && { bytes: object.bytes, version: object.version }
    },
    async readStart(key, length) {
      const object = await getObject(bucket, key, { range: `bytes=0-${length - 1}` })
      return object && { bytes: object.bytes.subarray(0, length), size: object.size }
    },
    version: (key) => versionOf(bucket, key),
    write,
    // A bucket never shows an object before it is complete.
    writeSealed: write,
    touch: (key) => write(key, Buffer.from(randomUUID())),
    remove: (key) => removeObject(bucket, key),
    list: (folder) => list(bucket, folder),
    removeFolder: (folder) => removeFolder(bucket, folder),
    topFolders: () => topFolders(bucket),
  }
}

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

async function* list(bucket: Bucket, folder: string) {
  const { prefix } = bucket
  for await (const { Contents = [] } of listObjects(bucket, `${folder}/`)) {
    for (const { Key, LastModified } of Contents) {
      if (Key === undefined || LastModified === undefined) continue
      yield { key: Key.slice(prefix.length), writtenAt: LastModified }
    }
  }
}

async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for await (const { Contents = [] } of listObjects(bucket, `${folder}/`)) {
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
  for await (const { CommonPrefixes = [] } of listObjects(bucket, '', '/')) {
    names.push(...CommonPrefixes.flatMap(({ Prefix }) => Prefix?.slice(prefix.length, -1) ?? []))
  }
  return names
}

import { SiteError } from '../errors.ts'
import type { Bucket } from './bucket-client.ts'
import { getObject } from './bucket-objects.ts'

/** What is sent and read at a time; S3 takes 5 MiB at least. */
const PART_BYTES = 8 * 1024 * 1024
/** As many as S3 takes. */
const MAX_PARTS = 10_000

interface Upload {
  bucket: Bucket
  Key: string
  UploadId: string
}

/**
 * Writes an object of up to 80 GB part by part, with two parts in memory. It is there when all of it
 * is; until then, and when a process is killed meanwhile, there is none, or the former one.
 *
 * @returns its size in bytes
 * @throws {SiteError} `unavailable` when the bucket cannot be used
 */
export async function writeLargeObject(
  bucket: Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const upload = await beginUpload(bucket, key)
  try {
    const tags: string[] = []
    let bytes = 0
    for await (const part of inParts(chunks)) {
      if (tags.length === MAX_PARTS) throw new Error(`${key} is larger than 80 GB`)
      bytes += part.length
      tags.push(await sendPart(upload, tags.length + 1, part))
    }
    await endUpload(upload, tags)
    return bytes
  } catch (error) {
    // What it sent would be kept, and paid for. `removeUploads` comes back to what cannot be removed now.
    await abortUpload(upload).catch(() => {})
    throw error
  }
}

/**
 * Reads an object part by part; each is asked for when the former has been used.
 *
 * @throws {SiteError} `not-found`; `unavailable` when the bucket cannot be used, or the object was
 *   replaced meanwhile
 */
export async function* readLargeObject(bucket: Bucket, key: string): AsyncGenerator<Buffer> {
  let at = 0
  let size = 1
  let version: string | undefined
  while (at < size) {
    const range = `bytes=${at}-${at + PART_BYTES - 1}`
    const part = await getObject(bucket, key, { range, version })
    if (!part) throw new SiteError('not-found', `There is no ${key} in the bucket ${bucket.name}`)
    // Not every server looks at the version that it is given.
    if (version !== undefined && part.version !== version) {
      throw new SiteError('unavailable', `${key} was replaced while it was read`)
    }
    if (part.bytes.length === 0) return
    yield part.bytes
    at += part.bytes.length
    size = part.size
    version = part.version
  }
}

/**
 * Removes what killed processes have sent of objects that they did not complete.
 *
 * @param options.before uploads that began later may be under way
 * @param options.isOurs by key, without the prefix of the bucket
 * @returns their keys
 */
export async function removeUploads(
  bucket: Bucket,
  { before, isOurs }: { before: Date; isOurs: (key: string) => boolean },
): Promise<string[]> {
  const { client, name, prefix } = bucket
  // A thousand at most: the next call finds the others.
  const { Uploads = [] } = await client(({ sdk, s3 }, abortSignal) =>
    s3.send(new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix }), { abortSignal }),
  )
  const removed: string[] = []
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Key === undefined || UploadId === undefined || Initiated === undefined) continue
    const key = Key.slice(prefix.length)
    if (!Key.startsWith(prefix) || !isOurs(key) || Initiated >= before) continue
    await abortUpload({ bucket, Key, UploadId })
    removed.push(key)
  }
  return removed
}

const beginUpload = (bucket: Bucket, key: string): Promise<Upload> =>
  bucket.client(async ({ sdk, s3 }, abortSignal) => {
    const Key = bucket.prefix + key
    const command = new sdk.CreateMultipartUploadCommand({
      Bucket: bucket.name,
      Key,
      ContentType: 'application/octet-stream',
    })
    const { UploadId } = await s3.send(command, { abortSignal })
    if (UploadId === undefined) throw new Error('the answer names no upload')
    return { bucket, Key, UploadId }
  })

/** @returns what names this part */
const sendPart = (
  { bucket, Key, UploadId }: Upload,
  PartNumber: number,
  Body: Buffer,
): Promise<string> =>
  bucket.client(async ({ sdk, s3 }, abortSignal) => {
    const command = new sdk.UploadPartCommand({
      Bucket: bucket.name,
      Key,
      UploadId,
      PartNumber,
      Body,
    })
    const { ETag } = await s3.send(command, { abortSignal })
    if (ETag === undefined) throw new Error('the answer names no part')
    return ETag
  })

async function endUpload(
  { bucket, Key, UploadId }: Upload,
  tags: readonly string[],
): Promise<void> {
  const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }))
  await bucket.client(({ sdk, s3 }, abortSignal) =>
    s3.send(
      new sdk.CompleteMultipartUploadCommand({
        Bucket: bucket.name,
        Key,
        UploadId,
        MultipartUpload: { Parts },
      }),
      { abortSignal },
    ),
  )
}

async function abortUpload({ bucket, Key, UploadId }: Upload): Promise<void> {
  await bucket.client(({ sdk, s3 }, abortSignal) =>
    s3.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }), {
      abortSignal,
    }),
  )
}

/** The same bytes in parts of one size; only the last is shorter. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (bytes + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - bytes)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      bytes = 0
    }
    if (rest.length === 0) continue
    waiting.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

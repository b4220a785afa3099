import type { BucketAddress } from '#shared/bucket/bucket-address.ts'
import { type Bucket, openBucket } from '#shared/bucket/bucket-client.ts'
import type { Credentials } from '#shared/bucket/bucket-env.ts'
import { getObject, listObjects, removeObject } from '#shared/bucket/bucket-objects.ts'
import { readLargeObject, removeUploads, writeLargeObject } from '#shared/bucket/large-object.ts'
import { SiteError } from '#shared/errors.ts'
import { BackupError } from './backup-error.ts'
import { isBackupName, sortBackups } from './backup-name.ts'
import type { BackupPlace, StoredBackup } from './stored-backup.ts'

/** A part of 8 MiB may take a minute: no reader waits for it. */
const LIMITS = { connectMs: 5_000, wholeMs: 60_000 }

/** @param credentials without them, those of the machine */
export function bucketBackups(address: BucketAddress, credentials?: Credentials): BackupPlace {
  const bucket = openBucket(address, credentials, LIMITS)
  return {
    name: `s3://${bucket.name}/${bucket.prefix}`,
    list: () => inBucket(() => listNames(bucket)),
    backup: (name) => backupObject(bucket, name),
    remove: (name) => inBucket(() => removeObject(bucket, name)),
    removeUnfinished: (before) =>
      inBucket(() => removeUploads(bucket, { before, isOurs: isBackupName })),
  }
}

function backupObject(bucket: Bucket, name: string): StoredBackup {
  const stored: StoredBackup = {
    name: `s3://${bucket.name}/${bucket.prefix}${name}`,
    size: () =>
      inBucket(async () => {
        const start = await getObject(bucket, name, { range: 'bytes=0-0' })
        if (!start) throw new BackupError(`There is no backup ${stored.name}.`)
        return start.size
      }),
    async *open() {
      try {
        yield* readLargeObject(bucket, name)
      } catch (error) {
        throw understood(error)
      }
    },
    async write(chunks, verify, signal) {
      const bytes = await inBucket(() => writeLargeObject(bucket, name, chunks))
      try {
        await verify(stored)
        signal?.throwIfAborted()
      } catch (error) {
        await inBucket(() => removeObject(bucket, name))
        throw error
      }
      return bytes
    },
  }
  return stored
}

async function listNames(bucket: Bucket): Promise<string[]> {
  const names: string[] = []
  for await (const { Contents = [] } of listObjects(bucket, 'finlore-', '/')) {
    for (const { Key = '' } of Contents) {
      const name = Key.slice(bucket.prefix.length)
      if (isBackupName(name)) names.push(name)
    }
  }
  return sortBackups(names)
}

async function inBucket<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw understood(error)
  }
}

/** What is wrong with a bucket is for the person who started the command. */
const understood = (error: unknown): unknown =>
  error instanceof SiteError ? new BackupError(`${error.message}.`, { cause: error }) : error

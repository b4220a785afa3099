import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBucketAddress } from '../../../../services/shared/bucket/bucket-address.ts'
import { type Bucket, openBucket } from '../../../../services/shared/bucket/bucket-client.ts'
import { getObject } from '../../../../services/shared/bucket/bucket-objects.ts'
import {
  readLargeObject,
  removeUploads,
  writeLargeObject,
} from '../../../../services/shared/bucket/large-object.ts'
import {
  findS3Server,
  NO_S3_SERVER,
  S3_CREDENTIALS,
  type S3Server,
  startS3Server,
} from '../../../support/servers/s3-server.ts'

const program = await findS3Server()
if (!program) process.stderr.write(`Left out: large objects in a bucket; ${NO_S3_SERVER}\n`)

describe.skipIf(!program)('a large object', () => {
  let server: S3Server
  let bucket: Bucket
  beforeAll(async () => {
    server = await startS3Server(program ?? '')
    const address = parseBucketAddress(server.address('large/one'), { wrong: Error })
    bucket = openBucket(address, S3_CREDENTIALS)
  })
  afterAll(() => server.stop())

  async function* inPieces(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }

  async function readAll(key: string): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of readLargeObject(bucket, key)) parts.push(part)
    return Buffer.concat(parts)
  }

  test.each([
    ['a byte', 1, 1],
    ['one part and no more', 8_388_608, 1_000_000],
    ['two parts and a byte', 16_777_217, 10_000_000],
  ])('of %s is read as it was written', async (_, size, piece) => {
    const bytes = randomBytes(size)
    expect(await writeLargeObject(bucket, 'object', inPieces(bytes, piece))).toBe(size)
    expect((await readAll('object')).equals(bytes)).toBe(true)
  })

  test('that breaks off is none, and takes the place of no other', async () => {
    async function* broken() {
      yield randomBytes(9_000_000)
      throw new Error('The source broke off')
    }
    await writeLargeObject(bucket, 'kept', inPieces(Buffer.from('kept'), 4))
    for (const key of ['kept', 'new']) {
      await expect(writeLargeObject(bucket, key, broken())).rejects.toThrow('The source broke off')
    }
    expect(String(await readAll('kept'))).toBe('kept')
    await expect(readAll('new')).rejects.toMatchObject({ code: 'not-found' })
    expect(await uploads()).toEqual([])
  })

  test('that is replaced while it is read is not read as two halves', async () => {
    const write = () => writeLargeObject(bucket, 'two', inPieces(randomBytes(9_000_000), 9_000_000))
    await write()
    const parts = readLargeObject(bucket, 'two')
    await parts.next()
    await write()
    await expect(parts.next()).rejects.toThrow('was replaced while it was read')
  })

  test('of a process that was killed is removed once it is old', async () => {
    for (const key of ['ours', 'others']) await begin(key)
    const isOurs = (key: string) => key === 'ours'
    const minutes = (number: number) => new Date(Date.now() + number * 60_000)
    expect(await removeUploads(bucket, { before: minutes(-5), isOurs })).toEqual([])
    expect(await removeUploads(bucket, { before: minutes(5), isOurs })).toEqual(['ours'])
    expect(await uploads()).toEqual(['large/one/others'])
    expect(await getObject(bucket, 'ours')).toBeUndefined()
  })

  const begin = (key: string) =>
    bucket.client(({ sdk, s3 }) =>
      s3.send(
        new sdk.CreateMultipartUploadCommand({ Bucket: bucket.name, Key: bucket.prefix + key }),
      ),
    )

  const uploads = () =>
    bucket.client(async ({ sdk, s3 }) => {
      const listed = await s3.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket.name }))
      return (listed.Uploads ?? []).map(({ Key }) => Key)
    })
})

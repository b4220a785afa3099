import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseBucketAddress } from '../../../../services/shared/bucket/bucket-address.ts'
import { type Bucket, openBucket } from '../../../../services/shared/bucket/bucket-client.ts'
import { getObject, listObjects } from '../../../../services/shared/bucket/bucket-objects.ts'
import { writeLargeObject } from '../../../../services/shared/bucket/large-object.ts'
import { contentTest } from '../../../support/content/content-service.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import {
  findS3Server,
  NO_S3_SERVER,
  S3_CREDENTIALS,
  type S3Server,
  startS3Server,
} from '../../../support/servers/s3-server.ts'
import { createTcpLink } from '../../../support/servers/tcp-link.ts'
import { runEntry, startEntry } from '../../../support/site/run-entry.ts'

const BACKUP = 'services/content/run-backup.ts'
const RESTORE = 'services/content/run-restore.ts'
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 4 * PATIENCE_MS })

const program = await findS3Server()
if (!program) process.stderr.write(`Left out: backups in a bucket; ${NO_S3_SERVER}\n`)
let s3: Promise<S3Server> | undefined
afterAll(async () => (await s3)?.stop())

/** A place for backups: the settings that name it, and what is in it beside the commands. */
interface Place {
  env: Record<string, string>
  names(): Promise<string[]>
  read(name: string): Promise<Buffer>
  write(name: string, bytes: Buffer): Promise<void>
}

async function folderPlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return {
    env: { BACKUP_DIR: folder },
    names: async () => (await readdir(folder)).sort(),
    read: (name) => readFile(path.join(folder, name)),
    write: (name, bytes) => writeFile(path.join(folder, name), bytes),
  }
}

async function bucketPlace(): Promise<Place & { bucket: Bucket }> {
  s3 ??= startS3Server(program ?? '')
  const address = (await s3).address(`backups-${randomUUID()}`)
  const bucket = openBucket(parseBucketAddress(address, { wrong: Error }), S3_CREDENTIALS)
  return {
    env: inBucket(address),
    bucket,
    async names() {
      const names: string[] = []
      for await (const { Contents = [] } of listObjects(bucket, '')) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(bucket.prefix.length)))
      }
      return names.sort()
    },
    read: async (name) => (await getObject(bucket, name))?.bytes ?? Buffer.alloc(0),
    write: async (name, bytes) => void (await writeLargeObject(bucket, name, once(bytes))),
  }
}

const inBucket = (address: string) => ({
  BACKUP_BUCKET: address,
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
})

async function* once(bytes: Buffer) {
  yield bytes
}

async function makeKey() {
  const { code, stdout } = await runEntry(BACKUP, ['key'], {})
  const [, recipient = ''] = /^# public key: (age1[a-z0-9]+)$/m.exec(stdout) ?? []
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^AGE-SECRET-KEY-1[A-Z0-9]+$/m)])
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'key.txt')
  await writeFile(file, stdout)
  return { recipient, file, identity: stdout.trim().split('\n').at(-1) ?? '' }
}

async function emptyDatabase() {
  const { url, drop } = await createTestDatabase('template1')
  onTestFinished(drop)
  const state = async () => {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('content.article') is not null as there",
    )
    const articles = rows[0]?.there
      ? (await client.query('select from content.article')).rowCount
      : undefined
    await client.end()
    return articles
  }
  return { url, articles: state }
}

const PLACES = [
  ['a folder', folderPlace, false],
  ['a bucket', bucketPlace, !program],
] as const

describe.each(PLACES)('in %s', (_, open, leftOut) => {
  const placeTest = leftOut ? contentTest.skip : contentTest

  placeTest('backups are taken, listed, verified, pruned and restored', async ({ content }) => {
    const place = await open()
    const old = ['finlore-20250101T000000Z.jsonl.gz', 'finlore-20250102T000000Z.jsonl.gz.age']
    for (const name of [...old, 'mine.jsonl.gz']) await place.write(name, Buffer.from('not one'))
    const env = { DATABASE_URL: content.databaseUrl, BACKUP_KEEP: '2', ...place.env }

    const taken = await runEntry(BACKUP, [], env)
    expect(taken).toMatchObject({ code: 0, stderr: '' })
    expect(taken.stdout).toContain(`removed ${old[0]}\n`)
    const names = await place.names()
    expect(names).toEqual([
      old[1],
      expect.stringMatching(/^finlore-2\d{7}T\d{6}Z\.jsonl\.gz$/),
      'mine.jsonl.gz',
    ])
    const [, name = ''] = names

    const whole = new RegExp(
      `^${name}: whole; \\d+ articles as they were at \\S+, revision \\d+`,
      'm',
    )
    const listed = await runEntry(BACKUP, ['list'], place.env)
    expect([listed.code, listed.stdout]).toEqual([1, expect.stringMatching(whole)])
    expect(listed.stdout).toMatch(/finlore-20250102T000000Z\.jsonl\.gz\.age is not a backup/)
    const verified = await runEntry(BACKUP, ['verify', name], place.env)
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(whole)])

    const { url, articles } = await emptyDatabase()
    const restored = await runEntry(RESTORE, [name], { DATABASE_URL: url, ...place.env })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(await articles()).toBeGreaterThan(50)

    const missing = 'finlore-20240101T000000Z.jsonl.gz'
    const none = await runEntry(RESTORE, [missing], { DATABASE_URL: url, ...place.env })
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(`There is no .*${missing}`)])
  })

  placeTest('encrypted ones are read with their key only', async ({ content }) => {
    const place = await open()
    const [key, other] = [await makeKey(), await makeKey()]
    const env = {
      DATABASE_URL: content.databaseUrl,
      BACKUP_RECIPIENTS: key.recipient,
      ...place.env,
    }
    expect(await runEntry(BACKUP, [], env)).toMatchObject({ code: 0, stderr: '' })
    const [name = ''] = await place.names()
    expect(name).toMatch(/\.jsonl\.gz\.age$/)
    const bytes = await place.read(name)
    // As any program of age reads it.
    const decrypter = new Decrypter()
    decrypter.addIdentity(key.identity)
    const plain = gunzipSync(await decrypter.decrypt(bytes)).toString()
    expect(plain).toMatch(/^\{"format":"finlore-backup","version":1,/)

    const run = (args: string[], more: Record<string, string> = {}) =>
      runEntry(BACKUP, args, { ...place.env, ...more })
    expect(await run(['list'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        `^${name}: encrypted, not read without its key .*; [\\d.]+ MB\n$`,
      ),
      stderr: '',
    })
    const locked = await run(['verify', name])
    expect([locked.code, locked.stdout]).toEqual([
      1,
      expect.stringMatching(
        /is encrypted: name the file with the key to it in BACKUP_IDENTITY_FILE/,
      ),
    ])
    const opened = { BACKUP_IDENTITY_FILE: key.file }
    for (const args of [['list'], ['verify', name]]) {
      expect(await run(args, opened)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(`^${name}: whole; `),
      })
    }

    const { url, articles } = await emptyDatabase()
    const restore = (more: Record<string, string>) =>
      runEntry(RESTORE, [name], { DATABASE_URL: url, ...place.env, ...more })
    for (const [more, said] of [
      [{}, /is encrypted: name the file with the key to it/],
      [{ BACKUP_IDENTITY_FILE: other.file }, /is encrypted for another key than the one in/],
    ] as const) {
      const refused = await restore(more)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(said)])
    }
    expect(await articles()).toBeUndefined()

    // Cut off where a chunk of the encryption ends, and with one byte changed.
    const CHUNK = 64 * 1024 + 16
    const start = bytes.indexOf('\n', bytes.indexOf('\n---')) + 1 + 16
    const middle = start + CHUNK + 5
    expect(bytes.length).toBeGreaterThan(middle)
    const damaged = [bytes.subarray(0, start + CHUNK), bytes.with(middle, (bytes[middle] ?? 0) ^ 1)]
    for (const wrong of damaged) {
      await place.write(name, Buffer.from(wrong))
      const refused = await restore(opened)
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/was changed or cut short after it was written/),
      ])
    }
    expect(await articles()).toBeUndefined()

    await place.write(name, bytes)
    expect(await restore(opened)).toMatchObject({ code: 0, stderr: '' })
    expect(await articles()).toBeGreaterThan(50)
  })
})

test('keys that are none are refused without a word of them', async () => {
  const place = await folderPlace()
  const wrong = 'AGE-SECRET-KEY-1NOTAKEY'
  const { code, stderr } = await runEntry(BACKUP, ['list'], {
    ...place.env,
    BACKUP_IDENTITY: wrong,
  })
  expect(code).toBe(1)
  expect(stderr).toContain('BACKUP_IDENTITY: write keys of age')
  expect(stderr).not.toContain(wrong)
})

describe.skipIf(!program)('a bucket that fails', () => {
  contentTest('is reported, also as a metric until a backup succeeds', async ({ content }) => {
    const place = await bucketPlace()
    const address = new URL(place.env.BACKUP_BUCKET ?? '')
    const link = await createTcpLink(address.searchParams.get('endpoint') ?? '')
    onTestFinished(link.cut)
    address.searchParams.set('endpoint', link.url)
    const env = { DATABASE_URL: content.databaseUrl, ...inBucket(String(address)) }
    const failedAt = async () => {
      const { body } = await content.ops.inject('/metrics')
      return Number(/^finlore_backup_last_failure_timestamp_seconds\S* (\S+)$/m.exec(body)?.[1])
    }
    expect(await failedAt()).toBe(0)

    await link.cut()
    const began = Date.now() / 1_000
    const failed = await runEntry(BACKUP, [], env)
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toMatch(/^The bucket finlore-dev at .* failed: .*ECONNREFUSED.*\.\n$/)
    expect(await failedAt()).toBeGreaterThanOrEqual(Math.floor(began))
    const failure = await content.db.selectFrom('backup_failure').select('reason').execute()
    expect(failure).toEqual([{ reason: failed.stderr.trim() }])

    await link.mend()
    expect(await runEntry(BACKUP, [], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await failedAt()).toBe(0)
  })

  contentTest('holds none that is not read back as it was written', async ({ content }) => {
    const place = await bucketPlace()
    const address = new URL(place.env.BACKUP_BUCKET ?? '')
    const damaging = await startDamagingProxy(address.searchParams.get('endpoint') ?? '')
    address.searchParams.set('endpoint', damaging)
    const env = { DATABASE_URL: content.databaseUrl, ...inBucket(String(address)) }
    const { code, stdout, stderr } = await runEntry(BACKUP, [], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^s3:.* was changed after it was written: its checksum does not match\./)
    expect(await place.names()).toEqual([])
  })

  contentTest('holds no half of a backup whose process is killed', async ({ content }) => {
    const place = await bucketPlace()
    const address = new URL(place.env.BACKUP_BUCKET ?? '')
    const link = await createTcpLink(address.searchParams.get('endpoint') ?? '')
    onTestFinished(link.cut)
    address.searchParams.set('endpoint', link.url)
    // The upload begins, and its end waits behind a slow line.
    link.slow(3_000)
    const env = { DATABASE_URL: content.databaseUrl, ...inBucket(String(address)) }
    const killed = startEntry(BACKUP, [], env)
    await vi.waitUntil(async () => (await uploadsIn(place.bucket)).length > 0, PATIENCE_MS)
    killed.kill('SIGKILL')
    await killed.ended

    expect(await place.names()).toEqual([])
    expect((await runEntry(BACKUP, ['list'], place.env)).stdout).toMatch(/^There are no backups in/)
    // The next one is whole, and leaves alone what may still be under way.
    expect(await runEntry(BACKUP, [], { ...env, ...place.env })).toMatchObject({ code: 0 })
    expect(await place.names()).toHaveLength(1)
    expect(await uploadsIn(place.bucket)).toHaveLength(1)
  })
})

/** Passes everything on, with a changed byte in the middle of what is read. */
async function startDamagingProxy(endpoint: string): Promise<string> {
  const server = createServer((asked, answer) => {
    const { method = '', headers } = asked
    const passed = request(new URL(asked.url ?? '', endpoint), { method, headers }, async (got) => {
      const bytes = Buffer.from(await buffer(got))
      const middle = bytes.length >> 1
      if (headers.range) bytes[middle] = (bytes[middle] ?? 0) ^ 1
      answer.writeHead(got.statusCode ?? 502, got.headers).end(bytes)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const uploadsIn = ({ client, name, prefix }: Bucket) =>
  client(async ({ sdk, s3: connection }) => {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix })
    return (await connection.send(command)).Uploads ?? []
  })

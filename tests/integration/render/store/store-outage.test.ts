import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { inspect } from 'node:util'
import { test as base, describe, expect } from 'vitest'
import { createBucketStorage } from '../../../../services/render/store/bucket-storage.ts'
import type { ObjectStorage } from '../../../../services/render/store/object-storage.ts'
import { collectList } from '../../../support/content/collect-list.ts'
import { freePort } from '../../../support/site/run-site.ts'

const KEY = 'b/pages/articles/a.entry'
const LIMITS = { connectMs: 300, wholeMs: 1_500 }
const SECRETS = { accessKeyId: 'the-key-id', secretAccessKey: 'the-secret', sessionToken: 'token' }

const openBucket = (host: string) =>
  createBucketStorage(
    {
      bucket: 'finlore-dev',
      prefix: '',
      region: 'us-east-1',
      endpoint: new URL(`http://${host}`),
    },
    SECRETS,
    LIMITS,
  )

const uses: [string, (storage: ObjectStorage) => Promise<unknown>][] = [
  ['read', (storage) => storage.read(KEY)],
  ['readStart', (storage) => storage.readStart(KEY, 100)],
  ['version', (storage) => storage.version(KEY)],
  ['write', (storage) => storage.write(KEY, Buffer.from('page'))],
  ['touch', (storage) => storage.touch(KEY)],
  ['remove', (storage) => storage.remove(KEY)],
  ['list', (storage) => collectList(storage.list('b'))],
  ['removeFolder', (storage) => storage.removeFolder('b')],
  ['topFolders', (storage) => storage.topFolders()],
]

/** A host on which the listener answers. */
const test = base.extend('serve', async ({}, { onCleanup }) => {
  const servers: Server[] = []
  onCleanup(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  })
  return async (listener: RequestListener) => {
    const port = await freePort()
    const server = createServer(listener).listen(port, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `127.0.0.1:${port}`
  }
})

/** Every use fails in the same clear way and in time. */
async function expectUnavailable(host: string, reason: RegExp): Promise<void> {
  const storage = openBucket(host)
  const started = performance.now()
  await Promise.all(
    uses.map(async ([name, use]) => {
      const error = await use(storage).then(
        () => expect.unreachable(`${name} did not fail`),
        (thrown: unknown) => thrown,
      )
      expect(error, name).toMatchObject({ name: 'SiteError', code: 'unavailable' })
      expect(String(error), name).toContain(`The bucket finlore-dev at ${host} failed: `)
      expect(String(error), name).toMatch(reason)
      const text = inspect(error, { depth: 9, showHidden: true })
      for (const secret of Object.values(SECRETS)) expect(text, name).not.toContain(secret)
    }),
  )
  expect(performance.now() - started).toBeLessThan(LIMITS.wholeMs + 2_000)
}

describe('an unavailable bucket is reported in time', () => {
  test('when no server listens', async () => {
    await expectUnavailable(`127.0.0.1:${await freePort()}`, /ECONNREFUSED/)
  })

  test('when its host is unknown or out of reach', async () => {
    await expectUnavailable('no-such-host.invalid', /./)
    await expectUnavailable('192.0.2.1:9', /./)
  })

  test('when it does not answer', async ({ serve }) => {
    await expectUnavailable(await serve(() => {}), /it took too long/)
  })

  test('when it refuses, without its message about the request', async ({ serve }) => {
    const host = await serve(({ headers }, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end(`<Error>
        <Code>SignatureDoesNotMatch</Code><Message>Not for you</Message>
        <AWSAccessKeyId>${headers.authorization}</AWSAccessKeyId>
        <CanonicalRequest>${headers['x-amz-security-token']}</CanonicalRequest>
      </Error>`)
    })
    await expectUnavailable(host, /HTTP 403$/)
  })

  test('when the bucket is missing', async ({ serve }) => {
    const host = await serve((request, response) => {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchBucket</Code></Error>')
    })
    const storage = openBucket(host)
    for (const [name, use] of uses) {
      if (name === 'version') expect(await use(storage)).toBeUndefined()
      else await expect(use(storage), name).rejects.toThrow(/NoSuchBucket/)
    }
  })

  test('when it stalls in the middle of an object', async ({ serve }) => {
    const host = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000, etag: '"a"' })
      response.write('half of it')
    })
    const storage = openBucket(host)
    await expect(storage.read(KEY)).rejects.toThrow(/it took too long/)
  })

  test('when it disconnects in the middle of an object', async ({ serve }) => {
    const host = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000, etag: '"a"' })
      response.write('half of it', () => response.destroy())
    })
    await expect(openBucket(host).read(KEY)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('a bucket that fails briefly is tried again', async ({ serve }) => {
  let requests = 0
  const host = await serve((_request, response) => {
    requests += 1
    if (requests < 3) response.writeHead(503).end()
    else response.writeHead(200, { etag: '"a"' }).end('whole')
  })
  const object = await openBucket(host).read(KEY)
  expect(object).toEqual({ bytes: Buffer.from('whole'), version: '"a"' })
  expect(requests).toBe(3)
})

test('nothing is written without a signature', async ({ serve }) => {
  const headers: (string | undefined)[] = []
  const host = await serve((request, response) => {
    headers.push(request.headers.authorization)
    response.end()
  })
  await openBucket(host).write(KEY, Buffer.from('page'))

  expect(headers).toEqual([
    expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=the-key-id\/\d{8}\/us-east-1\/s3\//),
  ])
})

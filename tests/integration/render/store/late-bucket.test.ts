import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWebOnce } from '../../../support/browser/build-web-once.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import {
  findS3Server,
  NO_S3_SERVER,
  S3_CREDENTIALS,
  startS3Server,
} from '../../../support/servers/s3-server.ts'
import { createTcpLink } from '../../../support/servers/tcp-link.ts'
import { guardedSite } from '../../../support/site/guarded-site.ts'

const program = await findS3Server()
const title = program ? 'a worker' : `a worker: ${NO_S3_SERVER}`
const WAIT = { timeout: 60_000, interval: 50 }

test.skipIf(!program)(
  `${title} that starts before its bucket waits for it, and makes pages when it is there [F23]`,
  async () => {
    await buildWebOnce()
    const database = await createTestDatabase()
    onTestFinished(database.drop)
    const s3 = await startS3Server(program ?? '')
    onTestFinished(s3.stop)
    const store = new URL(s3.address('late'))
    const link = await createTcpLink(store.searchParams.get('endpoint') ?? '')
    onTestFinished(link.cut)
    store.searchParams.set('endpoint', link.url)
    await link.cut()
    const site = await guardedSite({
      DATABASE_URL: database.url,
      EDITOR_TOKEN: 'a-token-for-tests',
      PAGE_STORE: String(store),
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    })
    expect((await site.run('migrate')).code).toBe(0)
    expect((await site.run('import')).code).toBe(0)
    site.start('content')

    const worker = site.start('worker')
    await vi.waitFor(
      () => expect(worker.stdout()).toMatch(/The bucket .* failed: .*; waiting/),
      WAIT,
    )
    await link.mend()
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${site.opsUrlOf('worker')}/metrics`)).text()
      expect(metrics).toMatch(/^finlore_rebuild_made_pages_total\{.*\} [1-9]\d*$/m)
    }, WAIT)
    worker.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  },
)

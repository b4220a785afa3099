import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import {
  type ServiceProcess,
  spawnService,
  untilReady,
} from '../../../support/machine/processes.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import {
  hasFormerVersion,
  NO_FORMER_VERSION,
  openFormerVersion,
} from '../../../support/postgres/former-version.ts'
import { SITE_URL, wireSite } from '../../../support/site/wire-site.ts'

/** Building another version and starting its processes takes a while, and longer on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

/** A text that has no field which the former release does not know: it would refuse to send them back. */
const ARTICLE = '/articles/what-a-bond-is-and-why-its-price-moves'
const TOKEN = 'a-token-of-the-former-version'
const SOON = { timeout: 60_000, interval: 100 }

const isHere = await hasFormerVersion()
if (!isHere) process.stdout.write(`Left out: a rollback. ${NO_FORMER_VERSION}\n`)

describe.skipIf(!isHere)('the former release', () => {
  let databaseUrl: string
  let content: ServiceProcess
  let render: ServiceProcess
  const closers: (() => Promise<unknown>)[] = []
  const get = (address: string) => rawRequest(render.url, address)

  beforeAll(async () => {
    const database = await createTestDatabase()
    closers.unshift(database.drop)
    databaseUrl = database.url
    const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA })
    await importContent(store.write, {
      folder: inject('someContent'),
      locale: 'en_US',
      now: new Date(),
    })
    await store.close()

    const { root, remove } = await openFormerVersion()
    closers.unshift(remove)
    const pages = await mkdtemp(path.join(tmpdir(), 'finlore-former-pages-'))
    closers.unshift(() => rm(pages, { recursive: true, force: true }))
    const start = async (entry: string, env: Record<string, string>) => {
      const entryFile = { entry: path.join(root, 'services', entry) }
      const service = await spawnService(entryFile, {
        SITE_LOCALE: 'en_US',
        DATABASE_URL: databaseUrl,
        SITE_URL,
        PAGE_STORE: `file:${pages}`,
        ...env,
      })
      closers.unshift(service.stop)
      await untilReady(service, AbortSignal.timeout(120_000))
      return service
    }
    content = await start('content/server.ts', { EDITOR_TOKEN: TOKEN })
    const shared = { CONTENT_URL: content.url }
    const search = await start('search/server.ts', shared)
    render = await start('render/server.ts', { ...shared, SEARCH_URL: search.url })
    await start('render/worker.ts', shared)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function edit(method: string, address: string, body: object) {
    const response = await fetch(new URL(address, content.url), {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }

  test('shows every page that it supports on the current schema and content [F37]', async () => {
    const index = (await get('/sitemap.xml')).text
    const locations = (text: string) =>
      [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.slice(SITE_URL.length))
    const files = await Promise.all(locations(index).map(async (file) => (await get(file)).text))
    const paths = files.flatMap(locations)
    expect(paths.length).toBeGreaterThan(50)
    for (const address of paths) {
      const { status } = await get(address || '/')
      expect(status, address).toBe(200)
    }
  })

  test('accepts and shows edits there, and so does the current release afterwards [F37]', async () => {
    await edit('PATCH', ARTICLE, { title: 'Edited by the former version' })
    await expect
      .poll(async () => (await get(ARTICLE)).text, SOON)
      .toContain('Edited by the former version')

    const site = await wireSite({ databaseUrl, without: ['worker'] })
    try {
      expect((await rawRequest(site.url, ARTICLE)).text).toContain('Edited by the former version')
    } finally {
      await site.close()
    }
  })
})

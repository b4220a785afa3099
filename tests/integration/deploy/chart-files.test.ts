import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDevIngress } from '../../../deploy/dev/dev-ingress.ts'
import { buildApp as buildSearch } from '../../../services/search/app.ts'
import { createSiteFront } from '../../support/site/site-front.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../support/site/wire-site.ts'

/** What lies in the chart and runs elsewhere: the script of `helm test`, and the question by which workers are scaled. */

const FILES = path.resolve(import.meta.dirname, '../../../charts/finlore/files')
/** The address of no server. */
const NOBODY = 'http://127.0.0.1:1'
const ARTICLE = '/articles/what-owning-a-share-gives-you'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

interface Outcome {
  code: number
  output: string
}

function testSite(env: Record<string, string>): Promise<Outcome> {
  const done = Promise.withResolvers<Outcome>()
  execFile(
    process.execPath,
    [path.join(FILES, 'site-test.mjs')],
    { env, timeout: 25_000 },
    (error, stdout, stderr) => {
      done.resolve({ code: error ? 1 : 0, output: stdout + stderr })
    },
  )
  return done.promise
}

describe('the script of helm test', () => {
  test('passes for a site that works', async () => {
    const { code, output } = await testSite({ INGRESS_URL: site.url, PRIVATE_PORTS: '127.0.0.1:1' })

    expect(output).toMatch(/^ℹ pass 9$|^# pass 9$/m)
    expect(code).toBe(0)
  })

  test('fails for a reachable private port [T14]', async () => {
    const open = new URL(site.contentUrl).host
    const { code, output } = await testSite({ INGRESS_URL: site.url, PRIVATE_PORTS: open })

    expect(output).toMatch(/^ℹ fail 1$|^# fail 1$/m)
    expect(output).toContain(open)
    expect(code).toBe(1)
  })

  test('fails for a server that answers everything with 200', async () => {
    const server = createServer((_request, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { output } = await testSite({ INGRESS_URL: `http://127.0.0.1:${port}` })
    server.close()

    // But for its private ports, of which it was told none.
    expect(output).toMatch(/^ℹ fail 8$|^# fail 8$/m)
  })
})

describe('the script of helm test names the blocked connection: [F42]', () => {
  const closedFlows = async (url: string) => {
    const { code, output } = await testSite({ INGRESS_URL: url })
    expect(code).toBe(1)
    const [, closed = ''] = /closed: (.*)/.exec(output) ?? []
    return [...closed.matchAll(/\w+ → \w+/g)].map(([flow]) => flow)
  }
  const openIngress = async (other: { renderUrl?: string; searchUrl?: string }) => {
    const { renderUrl, searchUrl } = site
    const { app } = createDevIngress({ renderUrl, searchUrl, ...other })
    onTestFinished(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  }

  test('test → ingress', async () => {
    expect(await closedFlows(NOBODY)).toEqual(['test → ingress'])
  })

  test('ingress → render', async () => {
    expect(await closedFlows(await openIngress({ renderUrl: NOBODY }))).toEqual([
      'ingress → render',
    ])
  })

  test('ingress → search', async () => {
    expect(await closedFlows(await openIngress({ searchUrl: NOBODY }))).toEqual([
      'ingress → search',
    ])
  })

  test('search → content', async () => {
    const { service } = buildSearch({
      content: site.contentClient,
      locale: 'en_US',
      engine: 'auto',
      siteUrl: SITE_URL,
      maxPerSecond: 100,
      log: { level: 'silent' },
    })
    onTestFinished(() => service.app.close())
    const searchUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
    expect(await closedFlows(await openIngress({ searchUrl }))).toEqual(['search → content'])
  })

  test('render → search', async () => {
    const front = await createSiteFront(site.url)
    onTestFinished(front.close)
    front.answers.set('/search', { type: 'text/html', text: '<p>It cannot be searched now</p>' })
    expect(await closedFlows(front.url)).toEqual(['render → search'])
  })

  test('render → content', async () => {
    await site.stopContent()
    onTestFinished(() => site.startContent())
    expect(await closedFlows(site.url)).toEqual(['render → content'])
  })
})

describe('the query that scales workers', () => {
  const ask = async () => {
    const text = await readFile(path.join(FILES, 'oldest-waiting-work.sql'), 'utf8')
    const { rows } = await sql<{ seconds: number }>`${sql.raw(text)}`.execute(
      site.renderDatabase.write,
    )
    return rows[0]?.seconds
  }
  const settled = () => vi.waitUntil(async () => (await ask()) === 0, { timeout: 20_000 })

  test('is 0 while all edits are shown, and else the age of the oldest one that is not', async () => {
    await settled()
    await site.stopWorker()
    await site.edit('PATCH', ARTICLE, { description: 'What a share is, said anew.' })
    await sql`update content.change set at = now() - interval '90 seconds' where revision > (select revision from render.follower)`.execute(
      site.renderDatabase.write,
    )
    expect(await ask()).toBeGreaterThan(89)

    await site.startWorker()
    await settled()
  })

  test('counts a page that was found stale, unless it is in the background lane', async () => {
    await settled()
    const mark = (lane: number) =>
      sql`
        insert into page (build, path, has_shell, lane, wanted_revision, retry_at, stale_since)
        values (${site.bundle.build}, ${`/a-page-of-lane-${lane}`}, false, ${lane}, 1,
                now() + interval '1 hour', now() - interval '1 minute')
      `.execute(site.renderDatabase.write)

    await mark(2)
    expect(await ask()).toBe(0)
    await mark(1)
    expect(await ask()).toBeGreaterThan(59)
  })
})

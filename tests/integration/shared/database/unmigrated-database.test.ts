import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../../../services/shared/database/migrate.ts'
import { buildWebOnce } from '../../../support/browser/build-web-once.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { runEntry, startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const LACKS_CONTENT =
  /^The schema content of the database lacks the migration 20261120T0900-create-content and \d+ more: run migrate \(node deploy\/migrate\.ts\)/
const LACKS_RENDER =
  /^The schema render of the database lacks the migration 20261120T0900-create-pages and \d+ more: run migrate \(node deploy\/migrate\.ts\)/

/** Starting a process takes a second, and on a busy machine twenty. */
const PATIENCE_MS = 30_000
vi.setConfig({ testTimeout: 4 * PATIENCE_MS })

let env: Record<string, string>

beforeEach(async () => {
  const { url, drop } = await createTestDatabase('template1')
  onTestFinished(drop)
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-unmigrated-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  env = {
    HOST: '127.0.0.1',
    DRAIN_MS: '0',
    DATABASE_URL: url,
    SITE_LOCALE: 'en_US',
    PORT: `${await freePort()}`,
    OPS_PORT: `${await freePort()}`,
    EDITOR_TOKEN: 'a-token-for-tests',
    SITE_URL: 'https://finlore.example',
    CONTENT_URL: 'http://127.0.0.1:1',
    SEARCH_URL: 'http://127.0.0.1:1',
    PAGE_STORE: `file:${folder}`,
  }
})

interface Readiness {
  status: number
  reasons: Record<string, string>
}

async function readiness(): Promise<Readiness | undefined> {
  const answer = await fetch(`http://127.0.0.1:${env.OPS_PORT}/readyz`).catch(() => undefined)
  if (!answer) return undefined
  const { reasons } = (await answer.json()) as Pick<Readiness, 'reasons'>
  return { status: answer.status, reasons }
}

async function untilReasons(): Promise<Readiness> {
  await vi.waitUntil(readiness, { timeout: PATIENCE_MS, interval: 50 })
  const found = await readiness()
  if (!found) throw new Error('It is gone')
  return found
}

const messagesOf = (output: string): string[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).message)

test('content without its tables reports what to do, and continues when they exist', async () => {
  const content = startEntry('services/content/server.ts', [], env)
  const { status, reasons } = await untilReasons()
  expect(status).toBe(503)
  expect(reasons.content).toMatch(LACKS_CONTENT)
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/changes?after=0`)
  expect(answer.status).toBe(503)
  await vi.waitUntil(() => messagesOf(content.stdout()).includes('answered'), PATIENCE_MS)
  expect(messagesOf(content.stdout())).toEqual(
    expect.arrayContaining([
      expect.stringMatching(LACKS_CONTENT),
      'the database lacks tables (relation "history" does not exist): run migrate',
    ]),
  )
  expect(content.stdout() + content.stderr()).not.toContain('    at ')

  await runEntry('deploy/migrate.ts', [], env)
  await runEntry('services/content/content-command.ts', ['import'], env)
  await vi.waitUntil(async () => (await readiness())?.status === 200, PATIENCE_MS)
  content.kill('SIGTERM')
  expect(await content.ended).toBe(0)
})

test('the worker without its tables reports what to do, and continues when they exist', async () => {
  await buildWebOnce()
  const worker = startEntry('services/render/worker.ts', [], env)
  const { status, reasons } = await untilReasons()
  expect(status).toBe(503)
  expect(reasons.database).toMatch(LACKS_RENDER)
  await vi.waitUntil(() => messagesOf(worker.stdout()).length > 0, PATIENCE_MS)
  expect(messagesOf(worker.stdout())[0]).toMatch(LACKS_RENDER)
  expect(worker.stdout() + worker.stderr()).not.toContain('    at ')

  await runEntry('deploy/migrate.ts', [], env)
  await vi.waitUntil(async () => (await readiness())?.status === 200, PATIENCE_MS)
  worker.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('render without its tables reports what to do, and serves', async () => {
  await buildWebOnce()
  await migrate(env.DATABASE_URL ?? '', 'content')
  await runEntry('services/content/content-command.ts', ['import'], env)
  const own = { PORT: `${await freePort()}`, OPS_PORT: `${await freePort()}` }
  startEntry('services/content/server.ts', [], { ...env, ...own })
  env.CONTENT_URL = `http://127.0.0.1:${own.PORT}`
  const render = startEntry('services/render/server.ts', [], env)
  await vi.waitUntil(async () => (await readiness())?.status === 200, PATIENCE_MS)
  const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
  expect(page.status).toBe(200)
  expect(messagesOf(render.stdout())).toContainEqual(expect.stringMatching(LACKS_RENDER))
  expect(messagesOf(render.stdout())).toContain('page served but not stored: run migrate')
  expect(render.stdout() + render.stderr()).not.toContain('    at ')
})

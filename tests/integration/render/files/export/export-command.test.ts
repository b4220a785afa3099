import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockDataDirectory } from '../../../../../deploy/local/data-lock.ts'
import { ensureWebBuild } from '../../../../../deploy/local/ensure-web-build.ts'
import { createTestDatabase, type TestDatabase } from '../../../../support/postgres/database.ts'
import { freePort } from '../../../../support/site/run-site.ts'

const EXPORT = path.resolve(import.meta.dirname, '../../../../../deploy/local/export.ts')

let home: string
let data: string
let out: string
let database: TestDatabase

beforeAll(async () => {
  await ensureWebBuild(() => {})
  database = await createTestDatabase()
})
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'finlore-export-'))
  data = path.join(home, 'data')
  out = path.join(home, 'out')
})
afterEach(() => rm(home, { recursive: true, force: true }))
afterAll(() => database.drop())

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [EXPORT, ...args], {
    env: {
      ...process.env,
      DATA_DIR: data,
      DATABASE_URL: database.url,
      SITE_URL: 'https://finlore.example',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said, complaints }))
  return { child, ended }
}

const run = (...given: Parameters<typeof start>) => start(...given).ended

describe('npm run export', () => {
  test('needs no running service, and reports what it wrote', { timeout: 90_000 }, async () => {
    const { code, said, complaints } = await run(['--out', out], { DATABASE_URL: '' })
    expect([code, complaints]).toEqual([0, ''])
    expect(said).toMatch(
      /^\d+ pages, \d+ moved, 0 withdrawn; \d+ files, [\d.]+ MB in \/.+\/out, [\d.]+ s\nfor nginx, in its http block: include \/.+\/out\/nginx\/site\.conf;\n$/,
    )
    const page = await readFile(path.join(out, 'public/index.html'), 'utf8')
    expect(page).toContain('<link rel="canonical" href="https://finlore.example/"')
  })

  test('uses the final paths of its files', async () => {
    const { said } = await run(['--out', out, '--serve-from', '/srv/site'])
    expect(said).toContain('include /srv/site/nginx/site.conf;\n')
    const conf = await readFile(path.join(out, 'nginx/site.conf'), 'utf8')
    expect(conf).toContain('root "/srv/site/public";')
  })

  test('reports the default address of its links', async () => {
    const { code, complaints } = await run(['--out', out], { SITE_URL: '' })
    expect(code).toBe(0)
    expect(complaints).toBe(
      "SITE_URL is not set: links to the site's own address say http://127.0.0.1:8080\n",
    )
  })

  test('prints its usage, and writes nothing, without a folder', async () => {
    for (const args of [[], ['--out'], ['--to', out], ['--out', out, '--serve', out]]) {
      const { code, said, complaints } = await run(args)
      expect([code, said]).toEqual([1, ''])
      expect(complaints).toMatch(/^Usage: npm run export -- --out DIR/)
    }
  })

  test('serves what it wrote, until it is stopped', { timeout: 90_000 }, async () => {
    expect((await run(['--out', out])).code).toBe(0)
    const { child, ended } = start(['--serve', out], { PORT: String(await freePort()) })
    const [said] = await once(child.stdout, 'data')
    const [url = ''] = /http:\/\/\S+/.exec(said) ?? []
    const page = await fetch(url)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toBe(await readFile(path.join(out, 'public/index.html'), 'utf8'))
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, complaints: '' })
  })

  test('refuses to serve a folder that is no export', async () => {
    const { code, complaints } = await run(['--serve', home])
    expect([code, complaints]).toEqual([
      1,
      `${home} is not an export: it has no finlore-export.json.\n`,
    ])
  })

  test('leaves nothing behind when it is stopped', async () => {
    const place = path.join(home, 'stopped')
    await mkdir(place)
    const { child, ended } = start(['--out', path.join(place, 'out')])
    await vi.waitUntil(async () => (await readdir(place)).length > 0, {
      timeout: 20_000,
      interval: 5,
    })
    child.kill('SIGTERM')

    expect(await ended).toEqual({
      code: 1,
      said: '',
      complaints: 'Stopped: nothing was exported.\n',
    })
    expect(await readdir(place)).toEqual([])
  })

  test('does not replace files that it did not write', async () => {
    const others = path.join(home, 'others')
    await mkdir(others)
    await writeFile(path.join(others, 'holiday.jpg'), '')
    const { code, complaints } = await run(['--out', others])

    expect(code).toBe(1)
    expect(complaints).toBe(
      `${others} holds files that are not an export of a site, and an export would replace them. Name an empty or a new folder.\n`,
    )
    expect(await readdir(others)).toEqual(['holiday.jpg'])
  })

  test('reports what to do while the site runs on the same data', async () => {
    const lock = await lockDataDirectory(data)
    try {
      const { code, complaints } = await run(['--out', out], { DATABASE_URL: '' })
      expect(code).toBe(1)
      expect(complaints).toBe(
        `DATA_DIR ${data} is in use by another finlore (process ${process.pid}). Stop it, or set DATA_DIR to another folder. An export from another one holds what is in the content folder, without what was edited through the editor API.\n`,
      )
    } finally {
      await lock.release()
    }
  })
})

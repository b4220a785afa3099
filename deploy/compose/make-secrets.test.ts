import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, describe, expect } from 'vitest'
import { listFiles } from '../../tests/support/source/list-files.ts'

const SCRIPT = path.join(import.meta.dirname, 'make-secrets.ts')

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-secrets-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

const make = async (folder: string, given: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [SCRIPT], {
    env: { ...process.env, SECRETS_DIR: folder, ...given },
  })

async function readAll(folder: string): Promise<Record<string, string>> {
  const texts = (await listFiles(folder)).map(async (file) => {
    const text = await readFile(path.join(folder, file), 'utf8')
    return [file, text.trimEnd()] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}

describe('the secrets of docker compose', () => {
  test('are random, consistent with each other, and printed nowhere', async ({ folder }) => {
    const { stdout, stderr } = await make(folder)
    const secrets = await readAll(folder)

    const password = secrets['database/password'] ?? ''
    expect(password).toMatch(/^[\w-]{43}$/)
    expect(secrets['database/url']).toBe(`postgres://finlore:${password}@postgres:5432/finlore`)
    expect(secrets['redis/redis.conf']).toBe(`requirepass "${secrets['redis/password']}"`)
    expect(secrets['search/meili-key']).toMatch(/^[0-9a-f]{64}$/)
    expect(secrets['indexer/meili-key']).not.toBe(secrets['search/meili-key'])
    const own = Object.values(secrets)
    expect(new Set(own).size).toBe(own.length)
    for (const secret of own) expect(stdout + stderr).not.toContain(secret)
  })

  test('stay the same at the next start, and those that people set are kept', async ({
    folder,
  }) => {
    await make(folder)
    const first = await readAll(folder)
    await make(folder)
    expect(await readAll(folder)).toEqual(first)

    const file = path.join(folder, 'database/password')
    await rm(file)
    await writeFile(file, 'chosen by people / with signs\n')
    await make(folder)
    expect(await readAll(folder)).toEqual({
      ...first,
      'database/password': 'chosen by people / with signs',
      'database/url':
        'postgres://finlore:chosen%20by%20people%20%2F%20with%20signs@postgres:5432/finlore',
    })
  })

  test('use the keys of a bucket that are given, also when they are given later', async ({
    folder,
  }) => {
    await make(folder)
    const first = await readAll(folder)
    await make(folder, { BUCKET_ACCESS_KEY_ID: 'a-key', BUCKET_SECRET_ACCESS_KEY: 'its secret' })
    await make(folder, { BUCKET_ACCESS_KEY_ID: '', BUCKET_SECRET_ACCESS_KEY: '' })
    expect(await readAll(folder)).toEqual({
      ...first,
      'bucket/access-key-id': 'a-key',
      'bucket/secret-access-key': 'its secret',
    })
  })

  test('are not made for datastores that the site has not', async ({ folder }) => {
    await make(folder, { LEAVE_OUT: 'redis meilisearch' })
    const made = Object.keys(await readAll(folder)).map((name) => name.split('/')[0])
    expect([...new Set(made)].sort()).toEqual(['bucket', 'database', 'editor', 'grafana', 'jobs'])
    await expect(make(folder, { LEAVE_OUT: 'postgres' })).rejects.toThrow('LEAVE_OUT')
  })

  test('are readable by their owner only, where they are for our processes', async ({ folder }) => {
    await make(folder)
    const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777
    expect(await modeOf('editor/token')).toBe(0o400)
    expect(await modeOf('database/url')).toBe(0o400)
    // Postgres reads it as a user of its own.
    expect(await modeOf('database/password')).toBe(0o444)
  })
})

import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PROCESSES, type ProcessName } from '../../../deploy/processes.ts'
import { SECRET_SETTINGS } from '../../../services/shared/known-secrets.ts'
import { buildWebOnce } from '../../support/browser/build-web-once.ts'
import { canary, readable } from '../../support/content/canaries.ts'
import { createTestDatabase } from '../../support/postgres/database.ts'
import { findMeiliProgram, startMeiliServer } from '../../support/servers/meili-server.ts'
import { startParrot } from '../../support/servers/parrot.ts'
import { missingRedis, startRedisServer } from '../../support/servers/redis-server.ts'
import { findS3Server, startS3Server } from '../../support/servers/s3-server.ts'
import { ask, type GuardedSite, guardedSite, LASTING } from '../../support/site/guarded-site.ts'
import { OPEN_SETTINGS } from '../../support/site/open-settings.ts'
import { runEntry, startEntry } from '../../support/site/run-entry.ts'
import { freePort } from '../../support/site/run-site.ts'

// Every secret is a word that stands nowhere else. Whatever the processes write, answer or store is
// then searched for it.

const ROOT = path.resolve(import.meta.dirname, '../../..')
const START = 'deploy/local/start.ts'
const CONTENT_COMMAND = 'services/content/content-command.ts'
const ARTICLE = '/articles/what-owning-a-share-gives-you'
const PATIENCE = { timeout: 120_000, interval: 100 }
const MINUTES = 300_000
/** No server listens there. */
const NOBODY = 'postgres://finlore@127.0.0.1:1/finlore'

test('every setting of the manual is classified as a secret or not', async () => {
  const manual = await readFile(path.join(ROOT, 'docs/settings.md'), 'utf8')
  const rows = manual.split('\n').filter((line) => line.startsWith('|'))
  const settings = new Set(
    rows.flatMap((row) =>
      [...row.matchAll(/`([A-Z]+_[A-Z_]+|HOST|PORT|INDEXING)`/g)].map(([, name]) => name),
    ),
  )
  const known: readonly string[] = [...SECRET_SETTINGS, ...OPEN_SETTINGS]
  expect(settings.size).toBeGreaterThan(30)
  expect([...settings].filter((name) => !known.includes(name ?? ''))).toEqual([])
})

/** One canary for each. */
const makeSecrets = () =>
  Object.fromEntries(SECRET_SETTINGS.map((name) => [name, canary(name.toLowerCase())])) as Record<
    (typeof SECRET_SETTINGS)[number],
    string
  >
type Secrets = ReturnType<typeof makeSecrets>

/** Those that are settings as they are; the others stand in an address. */
const plainSettings = (secrets: Secrets) => ({
  AWS_ACCESS_KEY_ID: secrets.AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY: secrets.AWS_SECRET_ACCESS_KEY,
  CDN_PURGE: 'http',
  CDN_PURGE_URL: 'http://127.0.0.1:1',
  CDN_PURGE_TOKEN: secrets.CDN_PURGE_TOKEN,
  EDITOR_TOKEN: `anna:${secrets.EDITOR_TOKEN}`,
  JOBS_TOKEN: secrets.JOBS_TOKEN,
  LLM_KEY: secrets.LLM_KEY,
  LLM_MODEL: 'a-model',
  MEILI_KEY: secrets.MEILI_KEY,
  MEILI_MASTER_KEY: secrets.MEILI_MASTER_KEY,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets.OTEL_EXPORTER_OTLP_HEADERS}`,
})

const withPassword = (url: string, user: string, password: string) => {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

describe('no secret can be read', () => {
  test('in logs, answers and files of a running site [T15]', {
    timeout: MINUTES,
  }, async () => {
    await buildWebOnce()
    const secrets = makeSecrets()
    const database = await openDatabase(secrets.DATABASE_URL)
    const settings: Record<string, string> = {
      ...plainSettings(secrets),
      DATABASE_URL: database.url,
      SAPE_URL: `${(await startAdSystem()).url}/${secrets.SAPE_URL}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: (await startParrot()).url,
    }
    const redis = missingRedis
      ? undefined
      : await startRedisServer(['--requirepass', secrets.REDIS_URL])
    if (redis) {
      onTestFinished(redis.stop)
      settings.REDIS_URL = withPassword(redis.url, '', secrets.REDIS_URL)
    }
    const meili = (await findMeiliProgram()) ? await startMeiliServer() : undefined
    if (meili) {
      onTestFinished(meili.stop)
      secrets.MEILI_KEY = meili.key
      Object.assign(settings, {
        MEILI_URL: meili.url,
        MEILI_KEY: meili.key,
        MEILI_MASTER_KEY: meili.key,
      })
    }
    const s3Program = await findS3Server()
    const s3 = s3Program && (await startS3Server(s3Program))
    if (s3) {
      onTestFinished(s3.stop)
      settings.PAGE_STORE = s3.address('guarded')
    }
    const site = await guardedSite(settings)

    for (const name of ['migrate', 'wait-for-schema', 'import'] as const) {
      expect(await site.run(name), name).toMatchObject({ code: 0 })
    }
    if (meili) expect(await site.run('create-keys', '--quiet')).toMatchObject({ code: 0 })
    for (const name of LASTING) if (name !== 'indexer' || meili) site.start(name)
    await expect.poll(() => ask(`${site.urlOf('render')}/`), PATIENCE).toMatch(/^200\n/)
    await expect.poll(() => ask(`${site.opsUrlOf('worker')}/readyz`), PATIENCE).toMatch(/^200\n/)

    const answers = [...(await askEditors(site, secrets)), ...(await askAsReader(site))]
    answers.push(...(await askOperators(site, secrets)))
    for (const status of [200, 400, 401, 404, 405]) {
      expect(
        answers.filter((answer) => answer.startsWith(`${status}\n`)),
        `${status}`,
      ).not.toEqual([])
    }
    const explained = await runEntry(
      CONTENT_COMMAND,
      ['explain', ARTICLE.slice('/articles/'.length)],
      site.env,
    )
    expect(explained, explained.stderr).toMatchObject({ code: 0 })
    const saved = await site.run('backup')
    expect(saved, saved.stderr).toMatchObject({ code: 0 })
    const [backup = ''] = await readdir(site.env.BACKUP_DIR ?? '')
    const restored = await site.run(
      'restore',
      path.join(site.env.BACKUP_DIR ?? '', backup),
      '--replace',
    )
    expect(restored).toMatchObject({ code: 0 })

    const rows = await database.dump()
    expect(rows).toContain('what-owning-a-share-gives-you')
    const jobs = redis ? await dumpRedis(settings.REDIS_URL ?? '') : ''
    const places = {
      log: site.said(),
      answers: answers.join('\n'),
      explained: explained.stdout + explained.stderr,
      rows,
      jobs,
    }
    expect(places.log).toContain('"level":')
    for (const [place, text] of Object.entries(places)) {
      expect(readable(secrets, text), place).toEqual([])
    }
  })

  test.each(['refuses', 'answers'])(
    'when other services refuse and echo their requests, and Postgres %s [T15]',
    { timeout: MINUTES },
    async (postgres) => {
      await buildWebOnce()
      const secrets = makeSecrets()
      const database = await openDatabase(secrets.DATABASE_URL)
      if (postgres === 'refuses') await database.changePassword()
      const parrot = await startParrot()
      const settings: Record<string, string> = {
        ...plainSettings(secrets),
        AWS_SESSION_TOKEN: secrets.AWS_SESSION_TOKEN,
        DATABASE_URL: database.url,
        LLM_URL: parrot.url,
        MEILI_URL: parrot.url,
        SEARCH_ENGINE: 'meili',
        OTEL_EXPORTER_OTLP_ENDPOINT: parrot.url,
        PAGE_STORE: `s3://finlore-dev?endpoint=${parrot.url}`,
        SAPE_URL: `${parrot.url}/${secrets.SAPE_URL}?key=${secrets.SAPE_URL}`,
      }
      if (!missingRedis) {
        const redis = await startRedisServer(['--requirepass', 'another-password'])
        onTestFinished(redis.stop)
        settings.REDIS_URL = withPassword(redis.url, 'default', secrets.REDIS_URL)
      }
      const site = await guardedSite(settings)

      const runs = LASTING.map((name) => [name, site.start(name)] as const)
      // One after another: there are two cores, and many of them.
      const ended: ProcessName[] = ['migrate', 'wait-for-schema', 'import', 'backup', 'create-keys']
      const codes = []
      for (const name of ended) {
        codes.push((await site.run(name)).code)
      }
      // The last one never gets anywhere; the others only want Postgres.
      expect(codes).toEqual(postgres === 'refuses' ? [1, 1, 1, 1, 1] : [0, 0, 0, 0, 1])
      const tools = await runTools(site)
      const answers = [...(await askEditors(site, secrets)), ...(await askAsReader(site))]
      answers.push(...(await askOperators(site, secrets)))
      for (const [name, run] of runs) {
        await expect
          .poll(() => run.stdout() + run.stderr(), { ...PATIENCE, message: name })
          .not.toBe('')
        run.kill('SIGTERM')
        await run.ended
      }

      expect(parrot.asked()).toBeGreaterThan(0)
      const places = { log: site.said(), tools, answers: answers.join('\n') }
      for (const [place, text] of Object.entries(places)) {
        expect(readable(secrets, text), place).toEqual([])
      }
    },
  )

  test('when they are invalid settings [T15]', { timeout: MINUTES }, async () => {
    const secrets = makeSecrets()
    const site = await guardedSite({
      ...plainSettings(secrets),
      // Not one of them is what it should be: broken addresses, and headers that cannot be sent.
      DATABASE_URL: `postgres://finlore:${secrets.DATABASE_URL}@[broken/finlore`,
      REDIS_URL: `redis://:${secrets.REDIS_URL}@[broken`,
      SAPE_URL: `http://ads.example/${secrets.SAPE_URL}`,
      MEILI_URL: 'http://127.0.0.1:1',
      MEILI_KEY: `${secrets.MEILI_KEY}\nx`,
      MEILI_MASTER_KEY: `${secrets.MEILI_MASTER_KEY}\nx`,
      PAGE_STORE: `s3://${secrets.AWS_ACCESS_KEY_ID}:${secrets.AWS_SECRET_ACCESS_KEY}@bucket`,
      EDITOR_TOKEN: `anna:${secrets.EDITOR_TOKEN} short`,
      LLM_KEY: `${secrets.LLM_KEY}\n`,
      LLM_URL: `http://anna:${secrets.LLM_KEY}@127.0.0.1:1`,
      BACKUP_IDENTITY: secrets.BACKUP_IDENTITY,
      SITE_URL: 'nowhere',
    })
    const names = Object.keys(PROCESSES) as ProcessName[]
    for (const name of names.filter((name) => name !== 'make-secrets' && name !== 'run-daily')) {
      expect((await site.run(name)).code, name).not.toBe(0)
    }
    const tools = await runTools(site)

    // All the rest is as it should be, so that this one is looked at.
    const { REDIS_URL = '' } = site.env
    const sound = await guardedSite({ ...plainSettings(secrets), REDIS_URL, DATABASE_URL: NOBODY })
    expect((await sound.run('worker')).code).not.toBe(0)
    sound.env.LLM_URL = 'http://127.0.0.1:1'
    const places = { log: site.said() + sound.said(), tools: tools + (await runTools(sound)) }
    for (const [place, text] of Object.entries(places)) {
      expect(readable(secrets, text), place).toEqual([])
    }
  })

  test('when the secrets of compose exist already', async () => {
    const given = canary('bucket')
    const site = await guardedSite({ BUCKET_SECRET_ACCESS_KEY: given })
    const { code, stdout, stderr } = await site.run('make-secrets')
    expect([code, stderr]).toEqual([0, ''])

    const folder = site.env.SECRETS_DIR ?? ''
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))
    const made: Record<string, string> = {}
    for (const file of files) made[file] = (await readFile(path.join(folder, file), 'utf8')).trim()
    expect(Object.keys(made).length).toBeGreaterThan(10)
    expect(Object.values(made)).toContain(given)
    expect(readable(made, stdout)).toEqual([])
  })
})

/** `npm start`, and the tools that editors run by hand; what they said. */
async function runTools({ env, folder }: GuardedSite): Promise<string> {
  const free = {
    PORT: `${await freePort()}`,
    CONTENT_PORT: `${await freePort()}`,
    WORKER_PORT: `${await freePort()}`,
  }
  const own = { ...env, ...free, DATA_DIR: path.join(folder, 'data') }
  const outputs = []
  for (const [entry, ...args] of [
    [START],
    [CONTENT_COMMAND, 'explain', 'some-article'],
    [
      CONTENT_COMMAND,
      'generate',
      '--title',
      'What a bond pays',
      '--category',
      'investment-dictionaries',
    ],
  ] as const) {
    const run = startEntry(entry, args, own)
    const said = () => run.stdout() + run.stderr()
    // A site whose Postgres answers starts, whatever else refuses.
    const isReady = () => /^ready /m.test(said())
    let code: number | null | undefined
    run.ended.then((ended) => {
      code = ended
    })
    await expect
      .poll(() => code !== undefined || isReady(), { ...PATIENCE, message: entry })
      .toBe(true)
    if (isReady()) run.kill('SIGTERM')
    else expect(code, entry).not.toBe(0)
    await run.ended
    // Why a language model refused is said in what `generate` prints of its titles.
    expect(said(), entry).not.toBe('')
    outputs.push(said())
  }
  return outputs.join('\n')
}

/** As an editor with the right token and with wrong ones, with sense and without. */
function askEditors(site: GuardedSite, { EDITOR_TOKEN }: Secrets): Promise<string[]> {
  const url = site.urlOf('content')
  const json = { 'content-type': 'application/json' }
  const right = { authorization: `Bearer ${EDITOR_TOKEN}` }
  return Promise.all([
    ask(url + ARTICLE, { headers: right }),
    ask(url + ARTICLE, { method: 'PUT', headers: { ...right, ...json }, body: '{"title":1}' }),
    ask(url + ARTICLE, { method: 'PUT', headers: { ...right, ...json }, body: '{"title"' }),
    ask(`${url}/ads`, { method: 'PUT', headers: { ...right, ...json }, body: '[]' }),
    ask(url + ARTICLE, {
      method: 'DELETE',
      headers: { authorization: `Basic ${btoa(EDITOR_TOKEN)}` },
    }),
    ask(url + ARTICLE, { headers: { authorization: `Bearer ${EDITOR_TOKEN}x` } }),
    ask(`${url}/page-models?paths=/`),
    ask(`${url}/nothing`, { headers: right }),
  ])
}

function askAsReader(site: GuardedSite): Promise<string[]> {
  const [render, search] = [site.urlOf('render'), site.urlOf('search')]
  return Promise.all([
    ...[
      '/',
      ARTICLE,
      '/search?q=bond',
      '/no-such-page',
      '/page-data/index/page-data.json',
      '/feed.atom',
      '/__third-party-proxy?url=http://a',
    ].map((address) => ask(render + address)),
    ask(render, { method: 'POST' }),
    ask(`${search}/api/search?q=bond`),
    ask(`${search}/api/search?limit=0`),
  ])
}

function askOperators(site: GuardedSite, { JOBS_TOKEN }: Secrets): Promise<string[]> {
  const headers = { authorization: `Basic ${btoa(`operator:${JOBS_TOKEN}`)}` }
  const worker = site.opsUrlOf('worker')
  return Promise.all([
    ...LASTING.flatMap((name) =>
      ['/livez', '/readyz', '/metrics'].map((address) => ask(site.opsUrlOf(name) + address)),
    ),
    ...['/jobs/', '/jobs/api/queues'].map((address) => ask(worker + address, { headers })),
    ask(`${worker}/jobs/`, { headers: { authorization: `Basic ${btoa('operator:wrong')}` } }),
  ])
}

/** A database of its own, and a user with this password who may do anything in it. */
async function openDatabase(password: string) {
  const { url, drop } = await createTestDatabase()
  const user = `guarded_${password.slice(-12)}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create role ${user} superuser login password '${password}'`)
  onTestFinished(async () => {
    await admin.end()
    await drop()
  })
  return {
    url: withPassword(url, user, password),
    changePassword: () => admin.query(`alter role ${user} password 'another-one'`),
    /** Every row of ours, as text. */
    async dump() {
      const { rows } = await admin.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
      )
      const texts = []
      for (const { name } of rows) {
        const found = await admin.query<{ row: string }>(`select t::text as row from ${name} t`)
        texts.push(...found.rows.map(({ row }) => row))
      }
      return texts.join('\n')
    },
  }
}

/** Everything that a server of ours holds. */
async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    expect(keys).not.toEqual([])
    const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
    return [...keys, ...values.map((value) => value?.toString('latin1'))].join('\n')
  } finally {
    redis.disconnect()
  }
}

/** Has no links to sell today. */
async function startAdSystem(): Promise<{ url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

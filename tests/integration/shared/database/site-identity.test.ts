import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDatabase } from '../../../support/content/fill-database.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { runEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../../content')
const IN_TURKISH =
  'SITE_LOCALE: the language of the site in this database is en_US, and not tr_TR. Nothing was changed. Set SITE_LOCALE=en_US, or name the database of the other site in DATABASE_URL'
const OF_ANOTHER =
  'SITE_KEY: the key of the site in this database is finlore, and not another. Nothing was changed. Set SITE_KEY=finlore, or name the database of the other site in DATABASE_URL'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
let backup: string
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  await fillDatabase(database.url)
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-identity-'))
  env = {
    DATABASE_URL: database.url,
    CONTENT_DIR: CONTENT,
    SITE_URL: 'https://finlore.example',
    EDITOR_TOKEN: 'a-token-for-tests',
    CONTENT_URL: 'http://127.0.0.1:9',
    PAGE_STORE: `file:${path.join(folder, 'pages')}`,
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: folder,
    LOG_LEVEL: 'error',
  }
  for (const name of ['PORT', 'OPS_PORT', 'CONTENT_PORT', 'WORKER_PORT']) {
    env[name] = String(await freePort())
  }
  const named = { PATH: process.env.PATH, ...env, SITE_LOCALE: 'en_US', SITE_KEY: 'finlore' }
  for (const entry of ['deploy/migrate.ts', 'services/content/run-backup.ts']) {
    await promisify(execFile)(process.execPath, [path.resolve(entry)], { env: named })
  }
  backup = path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.gz')) ?? '')
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that an import, an edit, a migration or a backup of another site would change. */
async function stateOfAll() {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(`
    select (select revision from content.history) as revision,
      (select count(*) from content.listing) as listed,
      (select count(*) from content.kysely_migration) as migrations,
      (select jsonb_agg(kept) from content.site_identity kept) as identity,
      (select begun_at from content.last_backup) as backup`)
  await client.end()
  return { ...rows[0], files: (await readdir(folder)).filter((name) => name.endsWith('.gz')) }
}

const PROCESSES = {
  migrate: ['deploy/migrate.ts', []],
  content: ['services/content/server.ts', []],
  worker: ['services/render/worker.ts', []],
  import: ['services/content/content-command.ts', ['import']],
  backup: ['services/content/run-backup.ts', []],
  restore: ['services/content/run-restore.ts', ['FILE', '--replace']],
  'npm start': ['deploy/local/start.ts', []],
  'npm run export': ['deploy/local/export.ts', ['--out', 'OUT']],
  'npm run restore': ['deploy/local/restore.ts', ['FILE', '--replace']],
} as const

const run = ([entry, args]: readonly [string, readonly string[]], more: Record<string, string>) =>
  runEntry(
    entry,
    args.map((arg) => (arg === 'FILE' ? backup : arg === 'OUT' ? path.join(folder, 'out') : arg)),
    { ...env, ...more },
  )

describe('a database that holds a site in one language', () => {
  test.each(Object.entries(PROCESSES))(
    'is not changed by a site in another: %s [F41]',
    async (name, started) => {
      const before = await stateOfAll()
      const { code, stderr } = await run(started, { SITE_LOCALE: 'tr_TR' })
      const isRestore = name.endsWith('restore')
      expect(stderr).toContain(
        isRestore ? 'This backup is of a site in en_US, and SITE_LOCALE is tr_TR' : IN_TURKISH,
      )
      expect(code).not.toBe(0)
      expect(await stateOfAll()).toEqual(before)
    },
  )

  test.each(
    Object.entries(PROCESSES).filter(([name]) => ['migrate', 'worker', 'npm start'].includes(name)),
  )('is not changed by a site with another key: %s', async (_, started) => {
    const before = await stateOfAll()
    const { code, stderr } = await run(started, { SITE_LOCALE: 'en_US', SITE_KEY: 'another' })
    expect(stderr).toContain(OF_ANOTHER)
    expect(code).not.toBe(0)
    expect(await stateOfAll()).toEqual(before)
  })

  test('gets no backup of another, also when overwriting is allowed [F41]', async () => {
    const other = await createTestDatabase()
    try {
      const client = new pg.Client(other.url)
      await client.connect()
      const turkish = { ...env, DATABASE_URL: other.url, SITE_LOCALE: 'tr_TR' }
      expect(await runEntry('deploy/migrate.ts', [], turkish)).toMatchObject({ code: 0 })
      await client.query(`insert into content.site_identity (locale) values ('tr_TR')
        on conflict (only_row) do update set locale = 'tr_TR'`)
      const { code, stderr } = await run(PROCESSES.restore, { DATABASE_URL: other.url })
      expect(stderr).toContain('the language of the site in this database is tr_TR, and not en_US')
      expect(code).not.toBe(0)
      const { rows } = await client.query('select count(*)::int as articles from content.article')
      expect(rows).toEqual([{ articles: 0 }])
      await client.end()
    } finally {
      await other.drop()
    }
  })
})

test('a database without a stored language has that of its content', async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    // As before this migration and those after it.
    await client.query(`drop table content.site_identity;
      drop index content.article_title;
      drop table content.fact_use, content.fact, content.picture, content.raster_picture,
        content.rendition;
      alter table content.portrait drop column source, drop column file_sha256;
      drop function content.note_facts() cascade;
      drop index content.source_file_article;
      alter table content.source_file drop column base, drop column text;
      drop index content.article_links;
      drop function content.linked_names(text);
      drop table content.backup_failure;
      drop table content.unlisted_article;
      drop index content.term_slug, content.term_letter_slug;
      alter table content.term drop column slug;
      drop table content.draft, content.site_draft;
      drop table content.release;
      drop table content.webhook_delivery, content.webhook_receiver;
      drop table content.edition, content.site_edition;
      drop function content.refuse_other_site_edition();
      drop index content.article_withdrawn;
      drop function content.refuse_other_edition();
      drop table content.article_with_example;
      drop function content.note_examples() cascade;
      drop index content.article_corrected;
      drop index content.change_at;
      alter table content.article drop column answer, drop column corrections, drop column checked_at,
        drop column valid_for, drop column expires_at, drop column changes,
        drop column expires_to, drop column gone_to;
      delete from content.kysely_migration where name >= '20261126T1600-site-identity'`)
    const refused = await run(PROCESSES.migrate, { SITE_LOCALE: 'tr_TR' })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(IN_TURKISH)])
    const { rows: tables } = await client.query(
      `select to_regclass('content.site_identity') is null as untouched`,
    )
    expect(tables).toEqual([{ untouched: true }])

    expect(await run(PROCESSES.migrate, {})).toMatchObject({ code: 0 })
    const { rows } = await client.query('select locale, key from content.site_identity')
    expect(rows).toEqual([{ locale: 'en_US', key: null }])
  } finally {
    await client.end()
  }
})

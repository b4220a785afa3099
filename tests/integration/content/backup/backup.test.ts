import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { backupFile } from '../../../../services/content/backup/folder-backups.ts'
import { DERIVED_TABLES, listKeptTables } from '../../../../services/content/backup/kept-tables.ts'
import { restoreBackup } from '../../../../services/content/backup/restore-backup.ts'
import { takeBackup } from '../../../../services/content/backup/take-backup.ts'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { relinkAll } from '../../../../services/content/edits/relink.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { runMigrations } from '../../../../services/shared/database/migrate.ts'
import { listMigrations } from '../../../../services/shared/database/migration-files.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { drawPortrait } from '../../../support/content/portraits.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { readAllPages } from '../../../support/pages/page-models.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import {
  firstRowOf,
  headOf,
  readBackupLines,
  writeLines,
  writeSealed,
} from '../../../support/postgres/open-backup.ts'

// Several databases are made in one test.
vi.setConfig({ testTimeout: 90_000 })

const ARTICLE = '/articles/how-to-read-inflation-figures'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Edits that leave a portrait, a redirect, a withdrawn article, and characters that end lines elsewhere. */
async function makeHistory(content: TestContent): Promise<void> {
  const authors = await content.folder.read('authors/en_US.yaml')
  await content.folder.write('authors/portraits/face.png', drawPortrait())
  await content.folder.write(
    'authors/en_US.yaml',
    authors.replace(/^( {2})slug: .*\n/m, '$&$1portrait: face.png\n'),
  )
  await content.import()
  await content.commit('PATCH', ARTICLE, { slug: 'inflation-figures' })
  await content.commit('DELETE', '/articles/defi-and-nft-explained')
  await content.commit('PUT', '/articles/lines', articleDraft({ body: 'One\u2028two “three”.' }))
  await relinkAll(content.db, 'en_US')
}

async function backUp(content: TestContent) {
  const folder = await makeFolder()
  const file = path.join(folder, 'site.jsonl.gz')
  return { folder, file, backup: await takeBackup(content.db, { to: backupFile(file) }) }
}

/** A database without anything, or one that is migrated. */
async function openDatabase(template?: string) {
  const { url, drop } = await createTestDatabase(template)
  const store = connect<Database>(url, { schema: CONTENT_SCHEMA, max: 3, patient: true })
  onTestFinished(async () => {
    await store.close()
    await drop()
  })
  return store
}

/** Every row of every table, whatever its order, except what a restore starts again. */
async function readTables({ write: db }: Pick<Awaited<ReturnType<typeof openDatabase>>, 'write'>) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'content'::regnamespace
      and relkind = 'r' order by 1
  `.execute(db)
  const tables: Record<string, string[]> = {}
  for (const { name } of rows) {
    if (/^kysely|^(?:history|change|last_backup|relink_article)$/.test(name)) continue
    const found = await sql<{ line: string }>`
      select row_to_json(t)::text as line from ${sql.id('content', name)} t order by 1
    `.execute(db)
    tables[name] = found.rows.map(({ line }) => line)
  }
  return tables
}

describe('a backup', () => {
  test('has every table that cannot be derived', async ({ shared: content }) => {
    const { backup } = await backUp(content)
    // A new table is declared here as stored or derived.
    expect(backup.head.tables.map(({ name }) => name).toSorted()).toEqual([
      ...[
        'ad',
        'article',
        'author',
        'category',
        'draft',
        'edition',
        'fact',
        'info_page',
        'listing',
        'mention',
        'page_seo',
      ],
      ...[
        'picture',
        'placement',
        'portrait',
        'raster_picture',
        'redirect',
        'release',
        'rendition',
        'setting',
        'site_draft',
        'site_edition',
        'site_identity',
        'source_file',
        'subcategory',
        'term',
      ],
      'translation',
    ])
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
        where relnamespace = 'content'::regnamespace and relkind = 'r'
    `.execute(content.db)
    const all = [...backup.head.tables.map(({ name }) => name), ...DERIVED_TABLES.keys()]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
  })

  test('is restored into an empty database and into a migrated one', async ({ content }) => {
    await makeHistory(content)
    const { file, backup } = await backUp(content)
    const before = await readTables({ write: content.db })
    for (const template of ['template1', undefined]) {
      const store = await openDatabase(template)
      const { revision } = await restoreBackup(store.write, {
        from: backupFile(file),
        replace: false,
      })
      await relinkAll(store.write, 'en_US')

      expect(await readTables(store)).toEqual(before)
      const history = await store.read.selectFrom('history').selectAll().executeTakeFirstOrThrow()
      const former = await content.read.selectFrom('history').selectAll().executeTakeFirstOrThrow()
      expect(history.feed).not.toBe(former.feed)
      expect(history.revision).toBe(revision)
      expect(revision).toBeGreaterThan(backup.head.revision)
      const last = await store.read.selectFrom('last_backup').selectAll().executeTakeFirst()
      expect(last?.begun_at).toBe(backup.head.takenAt)
    }
  })

  test('of a restored site equals the one that it was restored from', async ({ content }) => {
    await makeHistory(content)
    const { file, folder } = await backUp(content)
    const store = await openDatabase('template1')
    await restoreBackup(store.write, { from: backupFile(file), replace: false })
    const again = path.join(folder, 'again.jsonl.gz')
    await takeBackup(store.write, { to: backupFile(again) })

    const rowsOf = async (name: string) => (await readBackupLines(name)).slice(1, -1).sort()
    expect(await rowsOf(again)).toEqual(await rowsOf(file))
  })

  test('publishes nothing whose time was before it was restored [F61]', async ({ content }) => {
    const schedule = async (slug: string) => {
      const post = (url: string, body: object) => sendEdit(content, 'POST', url, { body })
      const { id } = await post('/drafts', { slug, fields: articleDraft({ title: slug }) })
      return (await post(`/drafts/${id}/publish`, { at: '2027-01-01T09:00' })).id
    }
    const [past, future] = [await schedule('past'), await schedule('future')]
    await content.db
      .updateTable('release')
      .set({ publish_at: sql<string>`now() - interval '1 second'` })
      .where('id', '=', past)
      .execute()
    const { file } = await backUp(content)
    await restoreBackup(content.db, { from: backupFile(file), replace: true })
    const releases = await content.db
      .selectFrom('release')
      .select(['id', 'state', 'reasons'])
      .execute()
    expect(releases.find(({ id }) => id === future)).toMatchObject({
      state: 'scheduled',
      reasons: [],
    })
    expect(releases.find(({ id }) => id === past)).toMatchObject({
      state: 'held',
      reasons: [{ message: expect.stringContaining('was restored after it') }],
    })
    // Its draft can be changed again, the other one not.
    const drafts = await content.db.selectFrom('draft').select(['slug', 'is_scheduled']).execute()
    expect(drafts.toSorted((a, b) => a.slug.localeCompare(b.slug))).toEqual([
      { slug: 'future', is_scheduled: true },
      { slug: 'past', is_scheduled: false },
    ])
  })

  test('is a consistent snapshot during edits', async ({ content }) => {
    const folder = await makeFolder()
    const file = path.join(folder, 'site.jsonl.gz')
    const store = connect<Database>(content.databaseUrl, { schema: CONTENT_SCHEMA })
    onTestFinished(store.close)
    let going = true
    const editing = (async () => {
      for (let n = 0; going; n++) {
        await content.commit('PATCH', ARTICLE, { description: `Description ${n}.` })
        await content.commit('PUT', `/articles/new-${n}`, articleDraft({ title: `New ${n}` }))
      }
    })()
    const backups = []
    for (let n = 0; n < 5; n++)
      backups.push(await takeBackup(store.write, { to: backupFile(file) }))
    going = false
    await editing

    expect(new Set(backups.map(({ head }) => head.revision)).size).toBeGreaterThan(1)
    const lines = await readBackupLines(file)
    const count = (table: string) => headOf(lines).tables.find(({ name }) => name === table)?.rows
    const at = firstRowOf(lines, 'article')
    const revisions = lines
      .slice(at, at + (count('article') ?? 0))
      .map((line) => JSON.parse(line).revision)
    expect(Math.max(...revisions)).toBe(headOf(lines).revision)
  })

  test('is readable by its owner only, gets its name when it is complete, and ends with a checksum', async ({
    shared: content,
  }) => {
    const { file, folder } = await backUp(content)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const stop = new AbortController()
    stop.abort()
    const other = path.join(folder, 'other.jsonl.gz')
    await expect(
      takeBackup(content.db, { to: backupFile(other), signal: stop.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
    await expect(stat(other)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await readBackupLines(file)).at(-1)).toMatch(/^\{"sha256":"[0-9a-f]{64}"\}$/)
  })
})

describe('before writing anything, a restore refuses', () => {
  test('a file that was changed', async ({ shared: content }) => {
    const { file, folder } = await backUp(content)
    const store = await openDatabase('template1')
    const lines = await readBackupLines(file)
    const at = firstRowOf(lines, 'article')
    const bad = path.join(folder, 'bad')
    const bytes = await readFile(file)
    const refusal = async () => {
      const error = await restoreBackup(store.write, {
        from: backupFile(bad),
        replace: true,
      }).catch((e) => e)
      expect(error).toMatchObject({ name: 'BackupError' })
      return error.message.replace(bad, 'it')
    }
    const notAsWritten =
      'it was changed after it was written: its checksum does not match. Take another backup.'

    await writeLines(bad, lines.with(at, lines[at]?.replace('"status"', '"Status"') ?? ''))
    expect(await refusal()).toBe(notAsWritten)
    await writeLines(bad, lines.toSpliced(at, 1))
    expect(await refusal()).toBe('it is cut short: its end is missing. Take another backup.')
    await writeLines(bad, [...lines, '{}'])
    expect(await refusal()).toBe(notAsWritten)
    await writeFile(bad, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1))
    expect(await refusal()).toBe(notAsWritten)
    await writeFile(bad, bytes)
    await truncate(bad, bytes.length - 20)
    expect(await refusal()).toBe('it is cut short: its end is missing. Take another backup.')
    await writeFile(bad, 'something else')
    expect(await refusal()).toBe('it is not a backup of a finlore site.')
    await writeFile(bad, gzipSync('{"format":"another"}\n'))
    expect(await refusal()).toBe('it is not a backup of a finlore site.')
    await rm(bad)
    expect(await refusal()).toBe('There is no file it.')

    const { rows } = await sql`select to_regnamespace('content') as schema`.execute(store.write)
    expect(rows).toEqual([{ schema: null }])
  })

  test('a file of a newer version', async ({ shared: content }) => {
    const { file, folder } = await backUp(content)
    const store = await openDatabase()
    const lines = await readBackupLines(file)
    const bad = path.join(folder, 'bad')
    const restoring = () => restoreBackup(store.write, { from: backupFile(bad), replace: true })
    const withHead = (head: object) => lines.with(0, JSON.stringify({ ...headOf(lines), ...head }))

    const { migrations } = headOf(lines)
    await writeSealed(bad, withHead({ migrations: [...migrations, '99991231T0000-later'] }))
    await expect(restoring()).rejects.toThrow(
      'This backup was taken by a newer version: its database had the migration 99991231T0000-later. Restore it with that version.',
    )
    await writeSealed(bad, withHead({ migrations: migrations.toSpliced(1, 1) }))
    await expect(restoring()).rejects.toThrow('lacks a migration before others that it has')
    await writeSealed(bad, withHead({ version: 2 }))
    await expect(restoring()).rejects.toThrow('its format is 2, and this version reads 1')
  })

  test('a backup of a site in another language', async ({ shared: content }) => {
    const { file } = await backUp(content)
    const store = await openDatabase()
    await expect(
      restoreBackup(store.write, { from: backupFile(file), replace: false, locale: 'ru_RU' }),
    ).rejects.toThrow('This backup is of a site in en_US, and SITE_LOCALE is ru_RU.')
  })

  test('to overwrite articles, unless it is allowed to', async ({ content, empty: other }) => {
    await makeHistory(content)
    const { file, backup } = await backUp(content)
    await other.import()
    const known = await other.revision()
    await expect(
      restoreBackup(other.db, { from: backupFile(file), replace: false }),
    ).rejects.toThrow(
      'There are articles in this database, which would be lost. Add --replace to allow that.',
    )
    expect(await other.revision()).toBe(known)

    await other.commit('PUT', '/articles/to-be-lost', articleDraft())
    await restoreBackup(other.db, { from: backupFile(file), replace: true })
    expect((await other.pageModel('/articles/to-be-lost')).status).toBe('unknown')
    const pages = await readAllPages(other)
    expect([...pages.keys()].sort()).toEqual([...(await readAllPages(content)).keys()].sort())
    expect(await other.revision()).toBeGreaterThan(backup.head.revision)
    // The same process goes on: edits, lists and all.
    await other.commit('PUT', '/articles/after-it', articleDraft())
    expect((await other.pageModel('/articles/after-it')).status).toBe('found')
  })
})

describe('a restore', () => {
  test('is rolled back when a row violates a constraint', async ({ content }) => {
    const { file, folder } = await backUp(content)
    const store = await openDatabase()
    const lines = await readBackupLines(file)
    const bad = path.join(folder, 'bad')
    const change = async (table: string, row: object) => {
      const at = firstRowOf(lines, table)
      const changed = JSON.stringify({ ...JSON.parse(lines[at] ?? ''), ...row })
      await writeSealed(bad, lines.with(at, changed))
      return restoreBackup(store.write, { from: backupFile(bad), replace: false })
    }

    await expect(change('article', { author: 'nobody' })).rejects.toThrow(/article_author_fkey/)
    await expect(change('article', { title: 'two\nlines' })).rejects.toThrow(/article_title_check/)
    await expect(change('category', { fallback: 'none' })).rejects.toThrow(/category_fallback/)
    const counts = await store.read.selectFrom('author').select('slug').execute()
    expect(counts).toEqual([])
    expect(await store.read.selectFrom('history').select('revision').execute()).toEqual([
      { revision: 0 },
    ])
  })

  test('migrates a backup of an older version', async ({ content }) => {
    const { file, folder } = await backUp(content)
    const lines = await readBackupLines(file)
    const known = await listMigrations(CONTENT_SCHEMA)
    // As the version wrote it that had neither letters nor terms.
    const migrations = known.slice(0, known.indexOf('20261121T0910-letters-of-dictionaries'))
    const former = await openDatabase('template1')
    await runMigrations(former.write, CONTENT_SCHEMA, migrations.at(-1))
    const kept = new Map(
      (await listKeptTables(former.write)).map(({ name, columns }) => [name, new Set(columns)]),
    )
    const tables = headOf(lines)
      .tables.filter(({ name }) => kept.has(name))
      .map((table) => ({
        ...table,
        columns: table.columns.filter((column) => kept.get(table.name)?.has(column)),
      }))
    const rows = tables.flatMap(({ name, columns, rows: count }) => {
      const at = firstRowOf(lines, name)
      return lines.slice(at, at + count).map((line) => {
        const row = JSON.parse(line)
        return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))
      })
    })
    const old = path.join(folder, 'old')
    await writeSealed(old, [
      JSON.stringify({ ...headOf(lines), migrations, tables }),
      ...rows,
      'the seal',
    ])

    const store = await openDatabase()
    await restoreBackup(store.write, { from: backupFile(old), replace: false })
    const had = await sql<{ name: string }>`
      select name from content.kysely_migration order by name
    `.execute(store.write)
    expect(had.rows.map(({ name }) => name)).toEqual(known)
    const authors = await store.read.selectFrom('author').selectAll().orderBy('slug').execute()
    expect(authors).toEqual(
      await content.read.selectFrom('author').selectAll().orderBy('slug').execute(),
    )
  })

  test('waits for readers of a table, and retries', async ({ content }) => {
    const { file } = await backUp(content)
    const reader = await content.db.startTransaction().execute()
    await reader.selectFrom('article').select('id').limit(1).execute()

    const complaints: string[] = []
    await restoreBackup(content.db, {
      from: backupFile(file),
      replace: true,
      async onRetry({ message }) {
        complaints.push(message)
        if (!reader.isCommitted) await reader.commit().execute()
      },
    })
    expect([...new Set(complaints)]).toEqual(['canceling statement due to lock timeout'])
  })

  test('runs once when two are started at the same time', async ({ content }) => {
    const { file } = await backUp(content)
    const store = await openDatabase()
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => restoreBackup(store.write, { from: backupFile(file), replace: false })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/^(?:Another restore is|There are articles)/) },
    })
  })
})

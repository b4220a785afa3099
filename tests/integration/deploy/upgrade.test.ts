import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBackup } from '../../../services/content/backup/backup-file.ts'
import { backupFile } from '../../../services/content/backup/folder-backups.ts'
import { insertBackupRows, restoreBackup } from '../../../services/content/backup/restore-backup.ts'
import { CONTENT_SCHEMA, type Database } from '../../../services/content/database/schema.ts'
import { loadPageModels } from '../../../services/content/pages/load-page-model.ts'
import { listPaths } from '../../../services/content/pages/path-list.ts'
import { connectRegistry, RENDER_SCHEMA } from '../../../services/render/worker/records/database.ts'
import { loadFollower } from '../../../services/render/worker/records/page-registry.ts'
import { findStalePages } from '../../../services/render/worker/records/stale-pages.ts'
import { connect } from '../../../services/shared/database/connect.ts'
import { migrate } from '../../../services/shared/database/migrate.ts'
import { createTestDatabase } from '../../support/postgres/database.ts'
import { RELEASED, RELEASED_CONTENT } from '../../support/postgres/released.ts'
import { countPages } from '../../support/site/count-pages.ts'
import { runEntry } from '../../support/site/run-entry.ts'

// Starting a process takes a second, and on a busy machine twenty.
vi.setConfig({ testTimeout: 90_000 })

/** A database as the release before this one left it, without rows. */
async function openReleased(schema: keyof typeof RELEASED): Promise<string> {
  const { url, drop } = await createTestDatabase('template1')
  onTestFinished(drop)
  await migrate(url, schema, { to: RELEASED[schema] })
  return url
}

async function upgrade(DATABASE_URL: string): Promise<void> {
  expect(await runEntry('deploy/migrate.ts', [], { DATABASE_URL })).toMatchObject({
    code: 0,
    stderr: '',
  })
}

describe('an upgrade from the release before this one', () => {
  test('keeps every row of the content, which this version shows completely', async () => {
    const url = await openReleased('content')
    const store = connect<Database>(url, { schema: CONTENT_SCHEMA })
    onTestFinished(store.close)
    const { head, rows } = await readRows()
    expect(head.migrations.at(-1)).toBe(RELEASED.content)
    await store.write
      .transaction()
      .execute((tx) =>
        readBackup(backupFile(RELEASED_CONTENT), (_head, kept) => insertBackupRows(tx, kept)),
      )
    await sql`update history set revision = ${head.revision}`.execute(store.write)
    await sql`insert into change (revision, tags) values (${head.revision}, '{home}')`.execute(
      store.write,
    )

    await upgrade(url)

    for (const { name, columns } of head.tables) {
      const list = sql.join(columns.map((column) => sql.id(column)))
      const found = await sql<{ line: string }>`
        select row_to_json(kept)::text as line from (select ${list} from ${sql.id(name)}) as kept
      `.execute(store.write)
      expect(
        found.rows.map(({ line }) => JSON.parse(line)),
        name,
      ).toEqual(expect.arrayContaining(rows.get(name) ?? []))
    }
    const { paths } = await listPaths(store.read, undefined, 1_000)
    expect(paths.length).toBeGreaterThan(80)
    for (let start = 0; start < paths.length; start += 50) {
      const chunk = paths.slice(start, start + 50)
      const { models } = await loadPageModels(
        store.read,
        chunk.map(({ path }) => path),
      )
      expect(models.map(({ status }) => status)).toEqual(chunk.map(({ status }) => status))
    }
    const imported = await runEntry('services/content/content-command.ts', ['import'], {
      DATABASE_URL: url,
      SITE_LOCALE: 'en_US',
    })
    expect(imported).toMatchObject({ code: 0, stderr: '' })
  })

  test('works for a backup of the former release as well', async () => {
    const { url, drop } = await createTestDatabase('template1')
    const store = connect<Database>(url, { schema: CONTENT_SCHEMA, patient: true })
    onTestFinished(async () => {
      await store.close()
      await drop()
    })
    const { head } = await restoreBackup(store.write, {
      from: backupFile(RELEASED_CONTENT),
      replace: false,
    })
    const articles = await store.read.selectFrom('article').select('id').execute()
    expect(articles.length).toBe(head.tables.find(({ name }) => name === 'article')?.rows)
    await expect(migrate(url, CONTENT_SCHEMA)).resolves.toEqual([])
  })

  test('keeps the registry of pages, so that no page is rebuilt for it', async () => {
    const url = await openReleased('render')
    const registry = connectRegistry(url)
    onTestFinished(registry.close)
    await sql`
      update follower set feed = '6f1c1c5e-8f4e-4a43-9d0c-6d1f0f3b8f11', revision = 7
    `.execute(registry.write)
    await sql`insert into build (build, enlisted_at) values ('b', now())`.execute(registry.write)
    await sql`
      insert into page (build, path, built_revision, wanted_revision, lane, etag, bytes)
        values ('b', '/made', 7, 7, 2, 'e', 1), ('b', '/stale', 5, 7, 0, 'f', 1)
    `.execute(registry.write)
    await sql`
      insert into page_reads values ('b', '/made', '{home}'), ('b', '/stale', '{home}')
    `.execute(registry.write)
    const before = await loadFollower(registry.write)

    await upgrade(url)

    expect(await loadFollower(registry.write)).toEqual(before)
    expect(await countPages(registry.write, 'b')).toMatchObject({ pages: 2 })
    expect(await findStalePages(registry.write, 'b', 'edits', 10)).toEqual(['/stale'])
    await expect(migrate(url, RENDER_SCHEMA)).resolves.toEqual([])
  })
})

async function readRows() {
  const rows = new Map<string, unknown[]>()
  const head = await readBackup(backupFile(RELEASED_CONTENT), async (read, lines) => {
    for await (const { table, json } of lines) {
      rows.set(table.name, [...(rows.get(table.name) ?? []), JSON.parse(json.toString())])
    }
    return read
  })
  return { head, rows }
}

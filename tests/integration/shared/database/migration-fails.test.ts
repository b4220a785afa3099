import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { makeOtherVersion } from '../../../support/postgres/other-version.ts'
import { runEntry } from '../../../support/site/run-entry.ts'
import { wireSite } from '../../../support/site/wire-site.ts'

// Starting a process takes a second, and on a busy machine twenty.
vi.setConfig({ testTimeout: 120_000 })

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const GOOD = '99990101T0000-adds-a-column'
const BAD = '99990102T0000-fails-half-way'

const migration = (...statements: string[]) => `import { sql } from 'kysely'
export async function up(db) {
${statements.map((statement) => `  await sql\`${statement}\`.execute(db)`).join('\n')}
}
`

test('migrations that fail half-way are rolled back, and the former version keeps serving [F36]', async () => {
  const site = await wireSite()
  onTestFinished(site.close)
  const db = site.renderDatabase.write
  const ledger = async () =>
    (await sql`select name from content.kysely_migration order by name`.execute(db)).rows
  const columns = async () =>
    (
      await sql`select attname from pg_attribute where attrelid = 'content.article'::regclass`.execute(
        db,
      )
    ).rows
  const before = { ledger: await ledger(), columns: await columns() }

  const next = await makeOtherVersion('package.json', '"version": "0.1.0"', '"version": "0.2.0"')
  onTestFinished(next.remove)
  const folder = path.join(next.root, 'migrations/content')
  await writeFile(
    path.join(folder, `${GOOD}.ts`),
    migration('alter table article add column added text'),
  )
  await writeFile(
    path.join(folder, `${BAD}.ts`),
    migration('alter table article add column half text', 'select 1 / 0'),
  )
  const run = await runEntry(path.join(next.root, 'deploy/migrate.ts'), [], {
    DATABASE_URL: site.renderDatabase.url,
  })

  expect(run.code).toBe(1)
  expect(run.stderr).toContain(`Migration ${BAD} failed: division by zero`)
  expect({ ledger: await ledger(), columns: await columns() }).toEqual(before)
  await site.edit('PATCH', ARTICLE, { title: 'After the migration that failed' })
  await expect
    .poll(async () => (await rawRequest(site.url, ARTICLE)).text, { timeout: 10_000 })
    .toContain('After the migration that failed')
})

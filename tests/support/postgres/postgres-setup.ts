import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../../deploy/local/postgres/embedded-postgres.ts'
import { CONTENT_SCHEMA } from '../../../services/content/database/schema.ts'
import { RENDER_SCHEMA } from '../../../services/render/worker/records/database.ts'
import { migrate } from '../../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../../services/shared/queues/migrate-queue.ts'

import { makeSomeContent } from '../content/some-content.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database; tests make theirs from the template beside it. */
    postgresUrl: string
    /** A content folder with some of the site's articles, which no test changes. */
    someContent: string
  }
}

/** Migrated once; each test file copies it. */
const TEMPLATE = 'finlore_template'

/** One real server for the run. */
export default async function setUp(project: TestProject) {
  const directory = await mkdtemp(path.join(tmpdir(), 'finlore-test-'))
  const postgres = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    log: () => {},
    // Its databases are dropped with the tests that made them, and a machine that dies ends the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(postgres.url)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href, CONTENT_SCHEMA)
  await migrate(template.href, RENDER_SCHEMA)
  await migrateQueue(template.href)

  const someContent = path.join(directory, 'content')
  await makeSomeContent(someContent)
  project.provide('postgresUrl', postgres.url)
  project.provide('someContent', someContent)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { backupFile } from '../../../../services/content/backup/folder-backups.ts'
import { restoreBackup } from '../../../../services/content/backup/restore-backup.ts'
import { takeBackup } from '../../../../services/content/backup/take-backup.ts'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { renewMenu } from '../../../../services/content/edits/renew-menu.ts'
import { makeEntries } from '../../../../services/render/documents/make-entry.ts'
import { pageDataPath } from '../../../../services/render/documents/page-path.ts'
import { RENDER_SCHEMA } from '../../../../services/render/worker/records/database.ts'
import { isPicturePath } from '../../../../services/shared/addresses/picture-address.ts'
import { addressOf } from '../../../../services/shared/addresses/topic-address.ts'
import type { PagePath } from '../../../../services/shared/contracts/primitives.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { migrate } from '../../../../services/shared/database/migrate.ts'
import { migrateQueue } from '../../../../services/shared/queues/migrate-queue.ts'
import { articleDraft } from '../../../support/content/content-service.ts'
import { createDice } from '../../../support/content/dice.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { untilFilled } from '../../../support/pages/stored-pages.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import {
  firstRowOf,
  readBackupLines,
  writeLines,
  writeSealed,
} from '../../../support/postgres/open-backup.ts'
import { SITE_URL, type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

/** As many as one answer of the content can be about, so all are of one moment. */
const PAGES = 50
/** The only article of a topic of the menu. */
const WITHDRAWN = '/articles/defi-and-nft-explained'
const RENAMED = '/articles/how-to-read-inflation-figures'

/** What readers get of a page: its HTML and its data. */
type Bytes = Record<'html' | 'data', string>

let folder: string
let file: string
let paths: PagePath[]
/** The pages as they were when the backup was taken. */
let then: Map<PagePath, Bytes>
let later: Map<PagePath, Bytes>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-drill-'))
  file = path.join(folder, 'site.jsonl.gz')
  const site = await wireSite({ without: ['worker'] })
  try {
    await site.edit('PATCH', RENAMED, { slug: 'inflation-figures', title: 'Inflation, read anew' })
    await site.edit('DELETE', WITHDRAWN)
    await bringMenuUpToDate(site.renderDatabase.url)
    await site.edit('PUT', '/articles/new', articleDraft({ title: 'New before the backup' }))
    paths = await choosePaths(site)
    then = await readPages(site, paths)
    await backUpDuring(site.renderDatabase.url, async () => {
      for (const at of paths.filter((chosen) => chosen.startsWith('/articles/')).slice(0, 5)) {
        await site.edit('PATCH', at, { description: 'Changed while the backup was taken.' })
      }
      await site.edit('PUT', '/articles/newer', articleDraft({ title: 'New after the backup' }))
    })
    later = await readPages(site, paths)
  } finally {
    await site.close()
  }
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** It follows edits after a pause; in the restored site, where nothing is edited, it would be ahead. */
async function bringMenuUpToDate(databaseUrl: string): Promise<void> {
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: 1 })
  await commitEdit(store.write, (edit) => renewMenu(edit, new Date())).finally(store.close)
}

async function choosePaths({ contentClient }: WiredSite): Promise<PagePath[]> {
  const { paths: listed } = await contentClient.listPaths(undefined, 1_000)
  const all = listed.filter(({ status }) => status === 'found').map((entry) => entry.path)
  const found = all.filter((at) => !isPicturePath(at))
  const seed = Date.now()
  process.stdout.write(`The drill compares ${PAGES} of ${found.length} pages, seed ${seed}.\n`)
  return createDice(seed).sample(found, PAGES)
}

/** As a worker would make them. */
async function readPages(site: WiredSite, wanted: readonly PagePath[]) {
  const maker = { content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL }
  const made = await makeEntries(maker, wanted)
  return new Map(
    made.map((one): [PagePath, Bytes] => {
      if (one.outcome !== 'made') throw new Error(`${one.path} is ${one.outcome}`)
      const textOf = (name: string) => String(one.entry.bodies[name]?.bytes.identity)
      return [one.path, { html: textOf('html'), data: textOf('data') }]
    }),
  )
}

/** Begins a backup, lets it begin its snapshot, and holds it up for as long as edits go on. */
async function backUpDuring(databaseUrl: string, edit: () => Promise<void>): Promise<void> {
  const store = connect<Database>(databaseUrl, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  try {
    // A table that is kept and that no edit looks at.
    await holder.query('begin; lock table content.translation in access exclusive mode')
    const backup = takeBackup(store.write, { to: backupFile(file) })
    await vi.waitUntil(async () => {
      const { rowCount } = await holder.query(`
        select from pg_locks where not granted and relation = 'content.translation'::regclass
      `)
      return rowCount === 1
    }, 30_000)
    await edit()
    await holder.query('commit')
    await backup
  } finally {
    await holder.end()
    await store.close()
  }
}

/** Restores a backup into a database without anything, and has every page made by a site on it. */
async function restoreSite(backup: string): Promise<WiredSite> {
  const { url, drop } = await createTestDatabase('template1')
  onTestFinished(drop)
  const store = connect<Database>(url, { schema: CONTENT_SCHEMA, max: 1, patient: true })
  await restoreBackup(store.write, { from: backupFile(backup), replace: false }).finally(
    store.close,
  )
  await migrate(url, RENDER_SCHEMA)
  await migrateQueue(url)
  const site = await wireSite({ databaseUrl: url })
  onTestFinished(site.close)
  await untilFilled(site)
  return site
}

/** @returns the paths that readers get otherwise than at the moment of the backup */
async function findDiffering(site: WiredSite): Promise<PagePath[]> {
  const differing: PagePath[] = []
  for (const [at, { html, data }] of then) {
    const page = await rawRequest(site.url, addressOf(at))
    const pageData = await rawRequest(site.url, pageDataPath(at))
    if (page.text !== html || pageData.text !== data) differing.push(at)
  }
  return differing
}

const BOND = '/articles/what-a-bond-is-and-why-its-price-moves'

describe('a site that is restored', () => {
  test('shows every page as at the time of the backup, byte for byte [F41]', async () => {
    const changed = paths.filter((at) => later.get(at)?.html !== then.get(at)?.html)
    expect(changed.length, 'edits while it was taken').toBeGreaterThan(0)

    const site = await restoreSite(file)
    expect(await findDiffering(site)).toEqual([])
    const { text } = await rawRequest(site.url, BOND)
    const [, drawing = ''] = /<img src="(\/pictures\/bond-[^"]+)"/.exec(text) ?? []
    expect((await rawRequest(site.url, drawing)).text).toMatch(/^<svg /)
    expect((await rawRequest(site.url, '/articles/newer')).status).toBe(404)
    expect((await rawRequest(site.url, RENAMED)).headers.location).toBe(
      '/articles/inflation-figures',
    )
    expect((await rawRequest(site.url, WITHDRAWN)).status).toBe(410)

    // It lives: an edit reaches readers as before.
    await site.edit('PUT', '/articles/after', articleDraft({ title: 'New after the restore' }))
    await vi.waitUntil(
      async () => (await rawRequest(site.url, '/articles/after')).status === 200,
      30_000,
    )
  }, 180_000)

  test('is distinguished from one with a change in one row [F41]', async () => {
    const lines = await readBackupLines(file)
    const from = firstRowOf(lines, 'article')
    const at = lines.findIndex(
      (line, index) => index >= from && paths.includes(`/articles/${JSON.parse(line).slug}`),
    )
    const row = JSON.parse(lines[at] ?? '')
    const changed = lines.with(at, JSON.stringify({ ...row, title: `${row.title}!` }))
    const bad = path.join(folder, 'changed.jsonl.gz')

    await writeLines(bad, changed)
    await expect(restoreSite(bad)).rejects.toThrow('checksum does not match')

    await writeSealed(bad, changed)
    const site = await restoreSite(bad)
    expect(await findDiffering(site)).toContain(`/articles/${row.slug}`)
  }, 180_000)
})

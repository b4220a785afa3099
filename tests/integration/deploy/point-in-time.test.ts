import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { articleDraft } from '../../support/content/content-service.ts'
import { fillDatabase } from '../../support/content/fill-database.ts'
import {
  findPostgresTools,
  NO_POSTGRES_TOOLS,
  openPostgresTools,
  type PostgresTools,
} from '../../support/postgres/postgres-tools.ts'
import { ask, guardedSite } from '../../support/site/guarded-site.ts'
import { runEntry } from '../../support/site/run-entry.ts'
import { freePort } from '../../support/site/run-site.ts'

// What docs/backups.md tells operators to do, with the programs that it names.

const tools = await findPostgresTools()
if (!tools) process.stderr.write(`Left out: going back to a moment; ${NO_POSTGRES_TOOLS}\n`)

const TOKEN = 'a-token-for-tests'
const WITHDRAWN = '/articles/what-owning-a-share-gives-you'
const WAIT = { timeout: 60_000, interval: 100 }

/** A server in `folder/name`, which listens where the settings say. */
async function start(postgres: PostgresTools, folder: string, settings: Record<string, string>) {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(path.join(folder, 'postgresql.auto.conf'), lines.join(''))
  await postgres.run('pg_ctl', `--pgdata=${folder}`, `--log=${folder}.log`, '--wait', 'start')
  onTestFinished(async () => {
    await postgres.run('pg_ctl', `--pgdata=${folder}`, '--mode=immediate', 'stop')
  })
}

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Waits until all of the log up to now is in the archive. */
async function untilArchived(url: string): Promise<void> {
  const [now] = await query<{ file: string }>(
    url,
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  await vi.waitFor(async () => {
    const [last] = await query<{ file: string }>(
      url,
      "select coalesce(last_archived_wal, '') as file from pg_stat_archiver",
    )
    expect(String(last?.file) >= String(now?.file)).toBe(true)
  }, WAIT)
}

test.skipIf(!tools)(
  'the content goes back to a moment before a mistake, from the archive of Postgres, while the site runs',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-moment-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const postgres = await openPostgresTools(tools ?? '', folder)
    const at = (name: string) => path.join(folder, name)
    const [port, recoveredPort] = [await freePort(), await freePort()]
    const urlOf = (number: number, database = 'finlore') =>
      `postgres://finlore@127.0.0.1:${number}/${database}`
    const common = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }

    await postgres.run('mkdir', 'archive')
    await postgres.run(
      'initdb',
      '--pgdata=main',
      '--username=finlore',
      '--auth=trust',
      '--encoding=UTF8',
    )
    await start(postgres, at('main'), {
      ...common,
      port: String(port),
      archive_mode: 'on',
      archive_command: `test ! -f ${at('archive')}/%f && cp %p ${at('archive')}/%f`,
    })
    await query(urlOf(port, 'postgres'), 'create database finlore')
    await fillDatabase(urlOf(port))
    const site = await guardedSite({ DATABASE_URL: urlOf(port), EDITOR_TOKEN: TOKEN })
    site.start('content')
    const send = async (method: string, address: string, body?: object, seen?: string) => {
      const headers = new Headers({ authorization: `Bearer ${TOKEN}` })
      if (method === 'PUT') headers.set('if-none-match', '*')
      if (method === 'DELETE') headers.set('if-match', seen ?? '*')
      if (body) headers.set('content-type', 'application/json')
      return ask(site.urlOf('content') + address, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
    }
    await expect.poll(() => ask(`${site.opsUrlOf('content')}/readyz`), WAIT).toMatch(/^200\n/)

    const connection = ['--host=127.0.0.1', `--port=${port}`, '--username=finlore']
    await postgres.run(
      'pg_basebackup',
      `--pgdata=${at('base')}`,
      '--checkpoint=fast',
      ...connection,
    )
    await postgres.run('pg_verifybackup', at('base'))

    expect(await send('PUT', '/articles/before-it', articleDraft({ title: 'Before it' }))).toMatch(
      /^201\n/,
    )
    const [moment] = await query<{ at: string }>(
      urlOf(port),
      'select clock_timestamp()::text as at',
    )
    const mistake = await send('DELETE', WITHDRAWN)
    expect(mistake).toMatch(/^20\d\n/)
    expect(await send('PUT', '/articles/after-it', articleDraft({ title: 'After it' }))).toMatch(
      /^201\n/,
    )
    await untilArchived(urlOf(port))

    await postgres.run('cp', '-a', at('base'), at('recovered'))
    await postgres.run('touch', at('recovered/recovery.signal'))
    await start(postgres, at('recovered'), {
      restore_command: `cp ${at('archive')}/%f %p`,
      recovery_target_time: String(moment?.at),
      recovery_target_action: 'promote',
      archive_mode: 'off',
      port: String(recoveredPort),
    })
    await vi.waitFor(async () => {
      const [state] = await query<{ busy: boolean }>(
        urlOf(recoveredPort),
        'select pg_is_in_recovery() as busy',
      )
      expect(state?.busy).toBe(false)
    }, WAIT)

    const run = (entry: string, number: number, ...args: string[]) =>
      runEntry(entry, args, { DATABASE_URL: urlOf(number), DATA_DIR: at('data') })
    const file = at('recovered.backup')
    expect(await run('deploy/local/backup.ts', recoveredPort, '--out', file)).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await run('deploy/local/restore.ts', port, file, '--replace')).toMatchObject({
      code: 0,
      stderr: '',
    })

    for (const [address, status] of [
      ['/articles/before-it', 200],
      [WITHDRAWN, 200],
      ['/articles/after-it', 404],
    ] as const) {
      expect(await send('GET', address), address).toMatch(new RegExp(`^${status}\n`))
    }
    // Search and the worker start over with what is there.
    const [history] = await query<{ revision: string }>(
      urlOf(port),
      'select revision from content.history',
    )
    expect(Number(history?.revision)).toBeGreaterThan(1_000_000)
  },
)

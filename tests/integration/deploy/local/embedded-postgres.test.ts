import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, test as base, beforeAll, describe, expect, onTestFinished, vi } from 'vitest'
import { lockDataDirectory } from '../../../../deploy/local/data-lock.ts'
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../../../../deploy/local/postgres/embedded-postgres.ts'
import { findProcess } from '../../../../deploy/local/postgres/process-table.ts'

const LOCAL = new URL('../../../../deploy/local/', import.meta.url).href
const HELPER = `
  const [local, data] = process.argv.slice(1)
  const { lockDataDirectory } = await import(local + 'data-lock.ts')
  const { startEmbeddedPostgres } = await import(local + 'postgres/embedded-postgres.ts')
  await lockDataDirectory(data)
  await startEmbeddedPostgres({ directory: data + '/postgres', log: () => {} })
  process.stdout.write('ready')
`
const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const endsWithParent =
  process.platform === 'linux' && works('setpriv', '--pdeathsig', 'INT', '--', 'true')

let template = ''

/** A folder that other users can enter: as root, the server runs as one of them. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'finlore-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

const test = base.extend<{ data: string; used: string }>({
  data: async ({}, use) => {
    const data = makeFolder()
    await use(data)
    rmSync(data, { recursive: true })
  },
  /** A data folder with a database that was stopped properly. */
  used: async ({ data }, use) => {
    cpSync(path.join(template, 'postgres'), path.join(data, 'postgres'), { recursive: true })
    chmodSync(path.join(data, 'postgres'), 0o700)
    await use(data)
  },
})

beforeAll(async () => {
  template = makeFolder()
  const server = await start(template)
  await ask(server.url, 'create table note (text text)')
  await ask(server.url, "insert into note values ('kept')")
  await server.stop()
})

afterAll(() => rmSync(template, { recursive: true }))

function start(data: string, more: { onExit?: () => void; signal?: AbortSignal } = {}) {
  return startEmbeddedPostgres({ directory: path.join(data, 'postgres'), log: () => {}, ...more })
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

function readServerPid(data: string): number {
  return Number.parseInt(readFileSync(path.join(data, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** Path, mode and content of everything in a folder. */
function fingerprint(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const file = path.join(folder, name)
      const stat = lstatSync(file)
      const content = stat.isFile() ? readFileSync(file) : ''
      return `${name} ${stat.mode} ${createHash('sha256').update(content).digest('hex')}`
    })
}

async function startHelper(data: string, PATH = process.env.PATH) {
  const helper = spawn(process.execPath, ['--input-type=module', '-e', HELPER, LOCAL, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH },
  })
  await once(helper.stdout, 'data')
  return {
    helper,
    kill: async () => {
      helper.kill('SIGKILL')
      await once(helper, 'exit')
    },
  }
}

/** @returns a PATH with a program of this name that always fails */
function pathWithout(name: string, data: string): string {
  const bin = path.join(data, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return `${bin}${path.delimiter}${process.env.PATH}`
}

describe('startEmbeddedPostgres', () => {
  test('creates a durable UTF-8 database with a password', async ({ data }) => {
    mkdirSync(path.join(data, 'postgres-unfinished-killed'))
    writeFileSync(path.join(data, 'others.txt'), '')
    const server = await start(data)
    try {
      const settings = [
        'server_encoding',
        'data_checksums',
        'fsync',
        'synchronous_commit',
        'full_page_writes',
        'listen_addresses',
      ]
      const shown = `select ${settings.map((name) => `current_setting('${name}')`).join(', ')}`
      expect(await ask(server.url, shown)).toEqual(['UTF8', 'on', 'on', 'on', 'on', '127.0.0.1'])
      expect(await ask(server.url, 'select current_database(), current_user')).toEqual([
        'finlore',
        'finlore',
      ])
      const password = path.join(data, 'postgres', 'finlore-password')
      expect(lstatSync(password).mode & 0o777).toBe(0o600)

      const url = new URL(server.url)
      url.password = 'guess'
      await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
    } finally {
      await server.stop()
      await server.stop()
    }
    expect(readdirSync(data).toSorted()).toEqual(['others.txt', 'postgres'])
  })

  test('keeps its data between starts', async ({ used }) => {
    // As `cp -r` leaves it, and as Postgres does not accept it.
    chmodSync(path.join(used, 'postgres'), 0o755)
    const server = await start(used)
    try {
      expect(await ask(server.url, 'select text from note')).toEqual(['kept'])
    } finally {
      await server.stop()
    }
  })

  test('stops the server that a killed run left behind', async ({ used }) => {
    // Without setpriv the server outlives its parent on every system.
    const { kill } = await startHelper(used, pathWithout('setpriv', used))
    const leftover = readServerPid(used)
    await kill()
    expect(findProcess(leftover)).toBeDefined()

    const server = await start(used)
    try {
      expect(findProcess(leftover)).toBeUndefined()
      expect(await ask(server.url, 'select text from note')).toEqual(['kept'])
    } finally {
      await server.stop()
    }
  })

  test.runIf(endsWithParent)('leaves no server behind when it is killed', async ({ used }) => {
    const { kill } = await startHelper(used)
    const pid = readServerPid(used)
    await kill()

    await expect.poll(() => findProcess(pid), { timeout: 20_000 }).toBeUndefined()
    expect(existsSync(path.join(used, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  const opensFiles = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const waysOfRoot = [
    { way: 'a user namespace', hidden: 'none', isThere: works('unshare', '--map-user=1', 'true') },
    { way: 'a capability', hidden: 'unshare', isThere: works('setpriv', ...opensFiles, 'true') },
  ]
  test.for(
    waysOfRoot.filter(({ isThere }) => process.getuid?.() === 0 && endsWithParent && isThere),
  )('runs in a folder that only root can access, by $way', async ({ hidden }, { used }) => {
    chmodSync(used, 0o700)
    const { kill } = await startHelper(used, pathWithout(hidden, used))
    const pid = readServerPid(used)
    try {
      const url = findRunningPostgres(path.join(used, 'postgres')) ?? ''
      expect(await ask(url, 'select text from note')).toEqual(['kept'])
    } finally {
      await kill()
      await expect.poll(() => findProcess(pid), { timeout: 20_000 }).toBeUndefined()
    }
  })

  test('does not stop the server of a running site', async ({ used }) => {
    const { helper, kill } = await startHelper(used)
    try {
      await expect(lockDataDirectory(used)).rejects.toThrow(`(process ${helper.pid})`)
      expect(findProcess(readServerPid(used))).toBeDefined()
    } finally {
      const pid = readServerPid(used)
      await kill()
      if (!endsWithParent) process.kill(pid, 'SIGINT')
      await expect.poll(() => findProcess(pid), { timeout: 20_000 }).toBeUndefined()
    }
  })

  test('treats a pid file of another program as stale', async ({ used }) => {
    const file = path.join(used, 'postgres', 'postmaster.pid')
    writeFileSync(file, `${process.pid}\n${used}/postgres\n1\n5432\n\n\n`)

    const server = await start(used)
    await server.stop()
    expect(existsSync(file)).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'treats the pid file of a zombie process as stale [F43]',
    async ({ used }) => {
      // A shell that becomes a program which never asks for the end of the shell's child.
      // Of the server's own user, who has the folder once it has run: Postgres passes over others.
      await (await start(used)).stop()
      const { uid, gid } = lstatSync(path.join(used, 'postgres'))
      const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 300'], {
        uid,
        gid,
        cwd: '/',
      })
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [pid] = await once(parent.stdout, 'data')
      await vi.waitUntil(() => readFileSync(`/proc/${Number(pid)}/stat`, 'utf8').includes(') Z '))
      const file = path.join(used, 'postgres', 'postmaster.pid')
      writeFileSync(file, `${Number(pid)}\n${used}/postgres\n1\n5432\n\n\n`)

      const server = await start(used)
      await server.stop()
      expect(existsSync(file)).toBe(false)
    },
  )

  test('sets a new password when the old one is lost', async ({ used }) => {
    rmSync(path.join(used, 'postgres', 'finlore-password'))
    const server = await start(used)
    try {
      expect(await ask(server.url, 'select text from note')).toEqual(['kept'])
    } finally {
      await server.stop()
    }
  })

  test('notifies its owner when the server exits', async ({ used }) => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const server = await start(used, { onExit: resolve })
    process.kill(readServerPid(used), 'SIGINT')

    await ended
    await server.stop()
  })

  test('aborts a start on request', async ({ data }) => {
    const signal = AbortSignal.timeout(200)
    await expect(start(data, { signal })).rejects.toThrow('due to timeout')
    expect(readdirSync(data)).toEqual([])
  })

  const damages: [string, RegExp, (cluster: string) => void][] = [
    ['lacks its version', /lacks PG_VERSION/, (cluster) => rmSync(`${cluster}/PG_VERSION`)],
    [
      'is of another version',
      /initialized by PostgreSQL version 15, which is not compatible with this version 18/,
      (cluster) => writeFileSync(`${cluster}/PG_VERSION`, '15\n'),
    ],
    [
      'has a damaged control file',
      /checksum in control file/,
      (cluster) => {
        const file = `${cluster}/global/pg_control`
        const bytes = readFileSync(file)
        bytes.fill(0xff, 100, 140)
        writeFileSync(file, bytes)
      },
    ],
    [
      'holds the files of somebody else',
      /lacks PG_VERSION, so it is not a database/,
      (cluster) => {
        rmSync(cluster, { recursive: true })
        mkdirSync(cluster)
        writeFileSync(`${cluster}/holiday.jpg`, '')
      },
    ],
  ]

  test.for(damages)('refuses a folder that %s, and leaves it alone', async (damage, { used }) => {
    const [, reason, apply] = damage
    apply(path.join(used, 'postgres'))
    const before = fingerprint(used)

    await expect(start(used)).rejects.toMatchObject({
      name: 'StartError',
      userMessage: expect.stringMatching(reason),
    })
    expect(fingerprint(used)).toEqual(before)
  })
})

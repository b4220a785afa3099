import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hasCode } from './error-code.ts'
import { choosePostgresAccount, commandFor, type PostgresAccount } from './postgres-account.ts'
import {
  createDatabase,
  findComplaint,
  hasDatabase,
  loadPassword,
  readPassword,
  refusal,
  SUPERUSER,
  takeOver,
  wrongPassword,
} from './postgres-folder.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { readServerPort, stopLeftoverServer } from './postmaster-file.ts'

const WRONG_PASSWORD = '28P01'
const HOST = '127.0.0.1'
const DATABASE = 'finlore'
const START_MS = 60_000
const CONNECT_MS = 10_000
const POLL_MS = 10
/** Fast shutdown, then immediate shutdown, each with the time it is given. */
const STOPS: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
]
const ATTEMPTS = 5
const RETRY_MS = 500
const REMEMBERED_LINES = 40

/** Durable: what is not named here is Postgres' default, with fsync on. */
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '60',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
}

export interface EmbeddedPostgresOptions {
  /** Where the database lies: made at the first start, kept for ever. Its parent must be locked. */
  directory: string
  /** Gets every line that the server says. */
  log: (line: string) => void
  /** Called once when the server ends although nobody stopped it. */
  onExit?: (reason: string) => void
  /** Any free one unless given. */
  port?: number
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

export interface EmbeddedPostgres {
  /** `postgres://…` of the database `finlore`, as superuser, on a port of this start only. */
  url: string
  /** Fast shutdown, bounded to 8 seconds. Safe to repeat. */
  stop(): Promise<void>
}

interface Server {
  process: ChildProcess
  /** Set once somebody asked the server to stop. */
  stopping: Promise<void> | undefined
  /** The last lines that the server said, oldest first. */
  lines: string[]
  /** Says how the server ended. */
  ended: Promise<string>
  end: string | undefined
}

/**
 * Starts a Postgres server of our own as a child process and makes its database at the first start.
 * Only this computer can connect, and only with the password that lies in the data folder.
 *
 * @throws {StartError} when it cannot run here or the data folder is not sound; no data was changed
 * @throws the reason of `signal` when that is aborted
 */
export async function startEmbeddedPostgres({
  directory: anyDirectory,
  log,
  onExit,
  port: wantedPort,
  signal,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = path.resolve(anyDirectory)
  mkdirSync(path.dirname(directory), { recursive: true })

  const programs = await findPostgresPrograms()
  const isKnown = hasDatabase(directory, programs.major)
  const account = await choosePostgresAccount(directory, programs, signal)
  if (isKnown) {
    await stopLeftoverServer(directory, log)
    takeOver(account, directory)
  } else {
    await createDatabase(directory, account, signal)
  }
  const password = await loadPassword(directory, account, signal)

  const { server, port } = await launch(directory, account, { log, signal, wantedPort })
  const urlOf = (database: string) => urlOfServer({ password, port }, database)
  try {
    await ensureDatabase(urlOf('postgres'))
    signal?.throwIfAborted()
  } catch (cause) {
    await stopServer(server, log)
    signal?.throwIfAborted()
    if (hasCode(cause, WRONG_PASSWORD)) throw wrongPassword(directory, cause)
    throw refusal(directory, cause instanceof Error ? cause.message : String(cause), cause)
  }
  server.ended.then((reason) => {
    if (server.stopping === undefined) onExit?.(reason)
  })
  return { url: urlOf(DATABASE), stop: () => stopServer(server, log) }
}

/**
 * Finds the server that another process runs in this data folder.
 *
 * @returns the address of its database, or `undefined` when there is none or it is not ours
 */
export function findRunningPostgres(directory: string): string | undefined {
  const port = readServerPort(directory)
  const password = readPassword(directory)
  if (port === undefined || password === undefined) return undefined
  return urlOfServer({ password, port }, DATABASE)
}

const urlOfServer = (server: { password: string; port: number }, database: string) =>
  `postgres://${SUPERUSER}:${server.password}@${HOST}:${server.port}/${database}`

interface LaunchOptions {
  log: (line: string) => void
  signal: AbortSignal | undefined
  wantedPort: number | undefined
}

/** A port that was free a moment ago may be taken, and a killed server leaves memory for a while. */
async function launch(
  directory: string,
  account: PostgresAccount,
  { log, signal, wantedPort }: LaunchOptions,
): Promise<{ server: Server; port: number }> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const port = wantedPort ?? (await findFreePort())
    const server = spawnServer(directory, account, port, log)
    const failure = await untilReady(server, signal)
    if (failure === undefined) return { server, port }

    await stopServer(server, log)
    signal?.throwIfAborted()
    const said = server.lines.join('\n')
    const mayPass = /could not bind|pre-existing shared memory block/.test(said)
    if (!mayPass || attempt === ATTEMPTS) throw refusal(directory, failure)
    await sleep(RETRY_MS)
  }
}

function spawnServer(
  directory: string,
  account: PostgresAccount,
  port: number,
  log: (line: string) => void,
): Server {
  const settings = Object.entries({ ...SETTINGS, port: String(port) })
  const { command, args, ...options } = commandFor(account, 'postgres')
  const child = spawn(
    command,
    [...args, '-D', directory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...options,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C must not reach the server before the services have drained.
      detached: true,
    },
  )
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const server: Server = {
    process: child,
    stopping: undefined,
    lines: [],
    ended,
    end: undefined,
  }

  createInterface({ input: child.stderr }).on('line', (line) => {
    server.lines = [...server.lines, line].slice(-REMEMBERED_LINES)
    log(line)
  })
  // However we end, short of being killed, the server does not stay behind.
  const stopNow = () => child.kill('SIGINT')
  process.once('exit', stopNow)
  child.on('error', (error) => end(error.message))
  child.on('close', (code, signal) => end(`Postgres ended (${signal ?? `exit code ${code}`})`))
  ended.then((reason) => {
    server.end = reason
    process.removeListener('exit', stopNow)
  })
  return server
}

/** @returns why the server is not ready, or `undefined` when it is */
async function untilReady(
  server: Server,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (server.end !== undefined) return findComplaint(server.lines) ?? server.end
    if (signal?.aborted) return 'the start was given up'
    if (server.lines.some((line) => line.includes('ready to accept connections'))) return undefined
    await sleep(POLL_MS)
  }
  return `it is not ready after ${START_MS / 1000} seconds`
}

function stopServer(server: Server, log: (line: string) => void): Promise<void> {
  server.stopping ??= endProcess(server, log)
  return server.stopping
}

async function endProcess(server: Server, log: (line: string) => void): Promise<void> {
  for (const [stopSignal, patienceMs] of STOPS) {
    if (server.end !== undefined) return
    server.process.kill(stopSignal)
    const gaveUp = new AbortController()
    const patience = sleep(patienceMs, undefined, { signal: gaveUp.signal }).catch(() => {})
    await Promise.race([server.ended, patience])
    gaveUp.abort()
  }
  if (server.end === undefined) log('Postgres does not stop; the next start ends and repairs it')
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, HOST)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP socket has no port')
  return address.port
}

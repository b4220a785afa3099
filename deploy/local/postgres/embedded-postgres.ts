import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { tryPort } from '../require-free-port.ts'
import { shutDown } from '../shut-down.ts'
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
} from './postgres-folder.ts'
import { findPostgresPrograms } from './postgres-programs.ts'
import { readPostmasterFile, stopLeftoverServer } from './postmaster-file.ts'

const HOST = '127.0.0.1'
const DATABASE = 'finlore'
const START_MS = 60_000
const CONNECT_MS = 10_000
const ATTEMPTS = 5
const RETRY_MS = 500
const REMEMBERED_LINES = 40

/**
 * Safe against crashes: all other settings are Postgres's defaults, with fsync on. A quarter less
 * memory for pages of tables than by default is no slower at 10,000 articles.
 */
const SETTINGS = {
  shared_buffers: '96MB',
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '60',
  lc_messages: 'C',
  timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

export interface EmbeddedPostgresOptions {
  /** The database's folder, created at the first start. Its parent folder must be locked. */
  directory: string
  /** Called with every line that the server logs. */
  log: (line: string) => void
  /** Called once when the server ends without having been stopped. */
  onExit?: (reason: string) => void
  /** Settings of Postgres that differ from ours, by name. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Any free one unless given. */
  port?: number
  /** Called as soon as programs of Postgres are at work, which need nothing of this process. */
  onBegin?: (() => void) | undefined
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
  /** The last lines that it logged, oldest first. */
  lines: string[]
  /** Fulfilled once it accepts connections. */
  ready: Promise<undefined>
  /** Says how it ended. */
  ended: Promise<string>
  isStopping(): boolean
  stop(): Promise<void>
}

/** A database whose server can be started. */
export interface PreparedPostgres {
  /** Its address, once the server runs. */
  url: string
  /** @throws {StartError} when it cannot run here or the data folder is not sound */
  start(): Promise<EmbeddedPostgres>
}

/**
 * Starts a Postgres server of our own as a child process and makes its database at the first start.
 * Only this computer can connect, and only with the password that lies in the data folder.
 *
 * @throws {StartError} when it cannot run here or the data folder is not sound; no data was changed
 * @throws the reason of `signal` when that is aborted
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const prepared = await preparePostgres(options)
  return prepared.start()
}

/** The same in two steps: what needs only the address need not wait for the server. */
export async function preparePostgres(options: EmbeddedPostgresOptions): Promise<PreparedPostgres> {
  const { log, onExit, onBegin, signal } = options
  const directory = path.resolve(options.directory)
  mkdirSync(path.dirname(directory), { recursive: true })

  const programs = await findPostgresPrograms()
  const isKnown = hasDatabase(directory)
  const account = await choosePostgresAccount(directory, programs, signal)
  if (isKnown) {
    await stopLeftoverServer(directory, log)
    takeOver(account, directory)
  } else {
    await createDatabase(directory, account, { onBegin, signal })
  }
  const password = await loadPassword(directory, account, signal)
  const port = options.port ?? (await tryPort(HOST, 0))
  const urlOf = (database: string) => urlOfServer(password, port, database)

  async function start(): Promise<EmbeddedPostgres> {
    const server = await launch(directory, account, { ...options, port })
    try {
      await ensureDatabase(urlOf('postgres'))
      signal?.throwIfAborted()
    } catch (cause) {
      await server.stop()
      signal?.throwIfAborted()
      throw refusal(directory, cause instanceof Error ? cause.message : String(cause), cause)
    }
    server.ended.then((reason) => {
      if (!server.isStopping()) onExit?.(reason)
    })
    return { url: urlOf(DATABASE), stop: server.stop }
  }
  return { url: urlOf(DATABASE), start }
}

/**
 * Finds the server that another process, which holds the data lock, runs in this data folder.
 *
 * @returns the address of its database, or `undefined` when there is none yet or it is not ours
 */
export function findRunningPostgres(directory: string): string | undefined {
  const file = readPostmasterFile(directory)
  const password = readPassword(directory)
  return file && password && urlOfServer(password, file.port, DATABASE)
}

const urlOfServer = (password: string, port: number, database: string) =>
  `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`

/**
 * A port that was free a moment ago may be taken, and a killed server leaves memory for a while.
 */
async function launch(
  directory: string,
  account: PostgresAccount,
  { log, onBegin, signal, port, settings }: EmbeddedPostgresOptions & { port: number },
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const server = spawnServer(directory, account, { ...SETTINGS, ...settings, port }, log)
    onBegin?.()
    const failure = await untilReady(server, signal)
    if (failure === undefined) return server

    await server.stop()
    signal?.throwIfAborted()
    const output = server.lines.join('\n')
    const mayPass = /could not bind|pre-existing shared memory block/.test(output)
    if (!mayPass || attempt === ATTEMPTS) throw refusal(directory, failure)
    await sleep(RETRY_MS)
  }
}

function spawnServer(
  directory: string,
  account: PostgresAccount,
  settings: Readonly<Record<string, string | number>> & { port: number },
  log: (line: string) => void,
): Server {
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const { command, args, ...options } = commandFor(account, 'postgres')
  const child = spawn(
    command,
    [...args, '-D', directory, ...words.flatMap((setting) => ['-c', setting])],
    {
      ...options,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C must not reach the server before the services have drained.
      detached: true,
    },
  )
  const { promise: ready, resolve: beReady } = Promise.withResolvers<undefined>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    if (line.includes('ready to accept connections')) beReady(undefined)
    log(line)
  })
  // Stop the server at any end of this process, except when it is killed.
  const stopNow = () => child.kill('SIGINT')
  process.once('exit', stopNow)
  child.on('error', (error) => end(error.message))
  child.on('close', (code, signal) => end(`Postgres ended (${signal ?? `exit code ${code}`})`))
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
    process.removeListener('exit', stopNow)
  })

  let stopping: Promise<void> | undefined
  const stop = async () => {
    const send = (signal: NodeJS.Signals) => void child.kill(signal)
    const isDown = await shutDown(send, () => !hasEnded)
    if (!isDown) log('Postgres does not stop; the next start ends and repairs it')
  }
  return {
    lines,
    ready,
    ended,
    isStopping: () => stopping !== undefined,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** @returns why the server is not ready, or `undefined` when it is */
function untilReady(server: Server, signal: AbortSignal | undefined): Promise<string | undefined> {
  const tooLong = `it is not ready after ${START_MS / 1000} seconds`
  return Promise.race([
    server.ready,
    server.ended.then((reason) => findComplaint(server.lines) ?? reason),
    sleep(START_MS, tooLong, { ref: false, signal }).catch(() => 'the start was given up'),
  ])
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

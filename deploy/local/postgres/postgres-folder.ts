import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  globSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../../services/shared/errors.ts'
import { syncFolder } from '../../../services/shared/sync-folder.ts'
import { runProgram } from '../run-program.ts'
import { StartError } from '../start-error.ts'
import { commandFor, type PostgresAccount } from './postgres-account.ts'

export const SUPERUSER = 'finlore'

const PASSWORD_FILE = 'finlore-password'
const UNFINISHED_PREFIX = 'postgres-unfinished-'
const INIT_MS = 60_000

/**
 * Looks at a data folder without changing anything. Whether a database is complete and of the right
 * version, Postgres says itself, and changes nothing either when it refuses.
 *
 * @returns false when there is no database yet: the folder is missing or empty
 * @throws {StartError} when it is not ours, or holds anything but a database
 */
export function hasDatabase(directory: string): boolean {
  const names = listFolder(directory)
  if (names.length === 0) return false
  if (names.includes('PG_VERSION')) return true
  throw refusal(directory, 'it lacks PG_VERSION, so it is not a database or only a part of one')
}

function listFolder(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return []
    if (!hasCode(cause, 'EACCES')) throw cause
    throw new StartError(
      `The database in ${directory} belongs to another user. Nothing was changed; ` +
        'run npm start as that user or as root, or set DATA_DIR to another folder.',
      { cause },
    )
  }
}

interface MakingOptions {
  /** Called as soon as a program of Postgres is at work, which needs nothing of this process. */
  onBegin?: (() => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes an empty cluster: UTF-8, sorted by code point whatever the system's locales are, with
 * checksums, and a superuser with a random password. All of it appears in one rename, so that a
 * start that was killed leaves no half-made database.
 */
export async function createDatabase(
  directory: string,
  account: PostgresAccount,
  { onBegin, signal }: MakingOptions,
): Promise<void> {
  const parent = path.dirname(directory)
  for (const name of globSync(`${UNFINISHED_PREFIX}*`, { cwd: parent })) {
    // If the initdb of a start that was killed just now still writes there: the next time.
    await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
  const fresh = mkdtempSync(path.join(parent, UNFINISHED_PREFIX))
  const cluster = path.join(fresh, 'cluster')
  const passwordFile = path.join(fresh, PASSWORD_FILE)
  try {
    mkdirSync(cluster, { mode: 0o700 })
    writeFileSync(passwordFile, `${newPassword()}\n`, { mode: 0o600, flush: true })
    giveTo(account, fresh)

    const { command, args, ...options } = commandFor(account, 'initdb')
    const making = runProgram({
      command,
      args: [
        ...args,
        `--pgdata=${cluster}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
      ],
      ...options,
      timeoutMs: INIT_MS,
      signal,
    })
    onBegin?.()
    const result = await making
    if (result.code !== 0) {
      const reason = result.output.trim().split('\n').slice(-3).join(' ')
      throw new StartError(`The database in ${directory} could not be made: ${reason}`)
    }
    renameSync(passwordFile, path.join(cluster, PASSWORD_FILE))
    renameSync(cluster, directory)
    await syncFolder(parent)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Makes a sound folder the account's, as when one that a normal user made is used by root, and
 * closes it to others, which Postgres insists on and a copy made with `cp -r` is not.
 */
export function takeOver(account: PostgresAccount, directory: string): void {
  giveTo(account, directory)
  const { mode } = lstatSync(directory)
  if ((mode & 0o027) !== 0) chmodSync(directory, 0o700)
}

/** Changes the folder itself last, so that an interrupted change is repeated. */
function giveTo(account: PostgresAccount, directory: string): void {
  const owner = account.owner
  if (owner === undefined || lstatSync(directory).uid === owner.uid) return

  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(directory, name), owner.uid, owner.gid)
  }
  lchownSync(directory, owner.uid, owner.gid)
}

/** @returns the superuser's password, or `undefined` when its file is lost or not ours to read */
export function readPassword(directory: string): string | undefined {
  try {
    return readFileSync(path.join(directory, PASSWORD_FILE), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Reads the superuser's password. When its file is lost, a new one is set by the single-user mode
 * of the server, which must not be running.
 */
export async function loadPassword(
  directory: string,
  account: PostgresAccount,
  signal?: AbortSignal,
): Promise<string> {
  const known = readPassword(directory)
  if (known !== undefined) return known

  const file = path.join(directory, PASSWORD_FILE)
  const password = newPassword()
  const { command, args, ...options } = commandFor(account, 'postgres')
  const result = await runProgram({
    command,
    args: [...args, '--single', '-D', directory, '-c', 'exit_on_error=on', 'postgres'],
    ...options,
    input: `alter role ${SUPERUSER} password '${password}'\n`,
    timeoutMs: INIT_MS,
    signal,
  })
  if (result.code !== 0) {
    const lines = result.output.trim().split('\n')
    const reason = findComplaint(lines) ?? lines.at(-1)
    throw refusal(directory, `it has lost its password, and a new one cannot be set: ${reason}`)
  }
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true })
  if (account.owner !== undefined) lchownSync(file, account.owner.uid, account.owner.gid)
  return password
}

/** @returns the last thing that made the server give up, with its details, without a full stop */
export function findComplaint(lines: readonly string[]): string | undefined {
  const pattern = /(?:FATAL|PANIC|^postgres): +(.+?)\.?$(?:\nDETAIL: +(.+?)\.?$)?/gm
  const [, what, detail] = [...lines.join('\n').matchAll(pattern)].at(-1) ?? []
  return detail === undefined ? what : `${what}: ${detail}`
}

/** Below this, Postgres can neither start nor write. It is two of its log files. */
const NEEDED_BYTES = 32 * 1024 * 1024

/** @param reason a clause without a full stop, such as "it lacks PG_VERSION" */
export function refusal(directory: string, reason: string, cause?: unknown): StartError {
  const what = `The database in ${directory} does not start: ${reason}. Nothing was changed.`
  return new StartError(`${what} ${adviceFor(directory)}`, { cause })
}

/** What to do, which never is to give up what is in the folder. */
function adviceFor(directory: string): string {
  if (freeBytesOf(directory) < NEEDED_BYTES) {
    return `The disk is full: free at least ${NEEDED_BYTES / 1024 / 1024} MB on the disk of ${directory}.`
  }
  return (
    'Keep the folder, and put a sound copy of it in its place; or set DATA_DIR to another folder ' +
    'and bring a backup there with npm run restore.'
  )
}

function freeBytesOf(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Only characters that a URL and a quoted SQL string hold as they are. */
function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

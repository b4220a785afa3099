import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { type ProgramResult, runProgram } from '../run-program.ts'
import { StartError } from '../start-error.ts'
import { programPath } from './postgres-programs.ts'

const TRIAL_MS = 10_000
/** Postgres refuses root, and needs a folder that it can enter. */
const TRIAL_FOR_ROOT = '[ "$(id -u)" != 0 ] && cd "$1" && "$2" --version'
const OWN_USER_NAME = 'finlore'
const ROOT: Identity = { uid: 0, gid: 0 }
const NOBODY: Identity = { uid: 65_534, gid: 65_534 }

interface Identity {
  uid: number
  gid: number
}

/** How the server's programs are started so that Postgres, which refuses root, accepts it. */
export interface PostgresAccount {
  /** The folder that the programs are run from. */
  programs: string
  /** Words before the program's path, for programs that change the identity themselves. */
  prefix: readonly string[]
  /** The identity that the process is given when it is started, if not ours. */
  spawnAs: Identity | undefined
  /** Who has to own the data, seen from this process; `undefined`: it is ours already. */
  owner: Identity | undefined
}

/**
 * Finds a way to run the server that works here, by trying `postgres --version`. No access right of
 * a folder that exists is changed.
 *
 * @param directory the data folder, which need not exist; its parent does
 * @param programs the folder of the server's programs
 * @throws {StartError} when no way works
 */
export async function choosePostgresAccount(
  directory: string,
  programs: string,
  signal?: AbortSignal,
): Promise<PostgresAccount> {
  let complaint = ''
  for (const account of listAccounts(directory, programs)) {
    const { code, output } = await tryAccount(account, path.dirname(directory), signal)
    if (code === 0) return account
    complaint ||= output.trim()
  }
  const placeForRoot =
    'It runs as another user than root: put this project and DATA_DIR where other users ' +
    'can enter, such as /srv, or set'
  throw new StartError(
    `The embedded Postgres does not run on this system: ${complaint}. ` +
      `${isRoot() ? placeForRoot : 'Set'} DATABASE_URL to a Postgres server.`,
  )
}

/**
 * The ways to run the server, the best one first. As root: as an unprivileged user (the owner of the
 * data, if there is one already). Where that user cannot reach the data or the programs (a clone
 * under a closed /root), either our own files are seen through a user namespace, or that user gets
 * the one capability of opening files: Docker forbids the first, and other sandboxes the second.
 */
function listAccounts(directory: string, programs: string): PostgresAccount[] {
  const prefix = endWithParent()
  const own: PostgresAccount = { programs, prefix, spawnAs: undefined, owner: undefined }
  if (!isRoot()) return hasName() ? [own] : [inNamespace(own, NOBODY), own]

  const user = findOwner(directory) ?? findUnprivilegedUser()
  return [
    { ...own, spawnAs: user, owner: user },
    inNamespace({ ...own, owner: ROOT }, user),
    { ...own, prefix: [...capabilityToOpenFiles(user), ...prefix], owner: user },
  ]
}

/** The words that start a program under an account, and the options that `spawn` needs for it. */
export function commandFor(account: PostgresAccount, program: 'postgres' | 'initdb') {
  const [command = '', ...args] = [...account.prefix, programPath(account.programs, program)]
  return { command, args, env: serverEnvironment(), ...account.spawnAs }
}

/** Leaves out variables that could influence the server (PGDATA, LC_ALL), and secrets. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP } = process.env
  return { LC_ALL: 'C', PATH, LD_LIBRARY_PATH, SystemRoot, TEMP }
}

function tryAccount(
  account: PostgresAccount,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<ProgramResult> {
  const postgres = programPath(account.programs, 'postgres')
  const trial = isRoot()
    ? ['/bin/sh', '-c', TRIAL_FOR_ROOT, 'sh', folder, postgres]
    : [postgres, '--version']
  const [command = '', ...args] = [...account.prefix, ...trial]
  const env = serverEnvironment()
  return runProgram({ command, args, env, ...account.spawnAs, timeoutMs: TRIAL_MS, signal })
}

const isRoot = () => process.getuid?.() === 0

/**
 * Where the system can do it, it stops the server when this process is killed. Elsewhere the server
 * runs on until the next start, which stops it.
 */
function endWithParent(): readonly string[] {
  const words = ['--pdeathsig', 'INT', '--']
  const isPossible = process.platform === 'linux' && succeeds('setpriv', ...words, 'true')
  return isPossible ? ['setpriv', ...words] : []
}

/** Inside the namespace our own identity bears the user's number, and our files with it. */
function inNamespace(account: PostgresAccount, { uid, gid }: Identity): PostgresAccount {
  const words = ['unshare', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return { ...account, prefix: [...words, ...account.prefix] }
}

/** `no_setuid_fixup`: without it access(2), which Postgres asks, does not count capabilities. */
function capabilityToOpenFiles({ uid, gid }: Identity): readonly string[] {
  const only = '-all,+dac_override'
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--',
  ]
}

/** Containers may give us a number that no user has, which initdb does not accept. */
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

function findOwner(directory: string): Identity | undefined {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  return found?.uid ? { uid: found.uid, gid: found.gid } : undefined
}

/** A user of its own where possible, so that other programs that are not root cannot read the data. */
function findUnprivilegedUser(): Identity {
  const found = findUser('postgres') ?? findUser(OWN_USER_NAME)
  if (found !== undefined) return found
  succeeds('useradd', '--system', '--no-create-home', '--shell', '/bin/false', OWN_USER_NAME)
  return findUser(OWN_USER_NAME) ?? findUser('nobody') ?? NOBODY
}

function findUser(name: string): Identity | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8', timeout: 5_000 })
    return status === 0 ? Number(stdout) : 0
  })
  return uid && gid ? { uid, gid } : undefined
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}

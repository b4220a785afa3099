import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { copyProgramsInto, type PostgresPrograms, programPath } from './postgres-programs.ts'
import { type ProgramResult, runProgram } from './run-program.ts'
import { StartError } from './start-error.ts'

const TRIAL_MS = 10_000
const FOLDER_IS_CLOSED = 3
const OWN_USER_NAME = 'finlore'
const NOBODY: Identity = { uid: 65_534, gid: 65_534 }

interface Identity {
  uid: number
  gid: number
}

/** How the server's programs are started so that Postgres, which refuses root, accepts it. */
export interface PostgresAccount {
  /** Where the programs are run from. */
  programs: string
  /** Words before the program's path, for programs that change the identity themselves. */
  prefix: readonly string[]
  /** The identity that the process is given when it is started, if not ours. */
  spawnAs: Identity | undefined
  /** Who has to own the data, seen from this process; `undefined`: it is ours already. */
  owner: Identity | undefined
}

/**
 * Finds a way to run the server that works here, by trying `postgres --version` from the data
 * folder's parent. As root, in this order: an unprivileged user (the owner of the data, if there is
 * one already); the same with a copy of the programs, when only these are out of its reach; and for
 * a data folder that it cannot enter (a clone under a closed /root) our own files seen through a
 * user namespace, or that user with the one capability of opening files. No access right of a folder
 * that exists is changed.
 *
 * @param directory the data folder, which need not exist; its parent does
 * @throws {StartError} when no way works
 */
export async function choosePostgresAccount(
  directory: string,
  programs: PostgresPrograms,
  signal?: AbortSignal,
): Promise<PostgresAccount> {
  const parent = path.dirname(directory)
  const attempt = (account: PostgresAccount) => tryAccount(account, parent, signal)
  const ending = endWithParent()
  const own: PostgresAccount = {
    programs: programs.folder,
    prefix: ending,
    spawnAs: undefined,
    owner: undefined,
  }
  if (process.getuid?.() !== 0) return chooseOwnAccount(own, attempt)

  const user = findOwner(directory) ?? findUnprivilegedUser()
  const plain: PostgresAccount = { ...own, spawnAs: user, owner: user }
  const first = await attempt(plain)
  if (first.code === 0) return plain

  if (first.code !== FOLDER_IS_CLOSED) {
    const copied = withCopiedPrograms(plain, parent, programs)
    if (copied !== undefined && (await attempt(copied)).code === 0) return copied
  }
  // What remains has root's reach into files, so it comes last.
  const namespaced = inNamespace({ ...own, owner: { uid: 0, gid: 0 } }, user)
  if ((await attempt(namespaced)).code === 0) return namespaced

  const capable: PostgresAccount = {
    ...own,
    prefix: [...capabilityToOpenFiles(user), ...ending],
    owner: user,
  }
  if ((await attempt(capable)).code === 0) return capable

  throw new StartError(
    `Postgres cannot run as root, and the user that it would run as cannot enter ${parent}. ` +
      'Set DATA_DIR to a folder that other users can enter, such as /var/lib/finlore.',
  )
}

async function chooseOwnAccount(
  own: PostgresAccount,
  attempt: (account: PostgresAccount) => Promise<ProgramResult>,
): Promise<PostgresAccount> {
  if (!hasName()) {
    const namespaced = inNamespace(own, NOBODY)
    if ((await attempt(namespaced)).code === 0) return namespaced
  }
  const result = await attempt(own)
  if (result.code === 0) return own
  throw new StartError(
    `The embedded Postgres does not run on this system: ${result.output.trim()}. ` +
      'Set DATABASE_URL to a Postgres server.',
  )
}

/** The words that start a program under an account, and the options that `spawn` needs for it. */
export function commandFor(account: PostgresAccount, program: 'postgres' | 'initdb') {
  const [command = '', ...args] = [...account.prefix, programPath(account.programs, program)]
  return { command, args, env: serverEnvironment(), ...account.spawnAs }
}

/** Nothing of ours that could steer the server (PGDATA, LC_ALL) or that it need not know (tokens). */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP } = process.env
  return { LC_ALL: 'C', PATH, LD_LIBRARY_PATH, SystemRoot, TEMP }
}

function tryAccount(
  account: PostgresAccount,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<ProgramResult> {
  const postgres = programPath(account.programs, 'postgres')
  if (process.platform === 'win32') {
    return runProgram({ command: postgres, args: ['--version'], timeoutMs: TRIAL_MS, signal })
  }
  const script = `[ "$(id -u)" != 0 ] && { cd "$1" || exit ${FOLDER_IS_CLOSED}; } && "$2" --version`
  const [command = '', ...args] = [...account.prefix, '/bin/sh', '-c', script, 'sh']
  return runProgram({
    command,
    args: [...args, directory, postgres],
    env: serverEnvironment(),
    ...account.spawnAs,
    timeoutMs: TRIAL_MS,
    signal,
  })
}

/**
 * Where the system can do it, the server is told to stop when we are killed. Elsewhere it stays
 * behind until the next start, which stops it.
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

function withCopiedPrograms(
  account: PostgresAccount,
  directory: string,
  programs: PostgresPrograms,
): PostgresAccount | undefined {
  try {
    return { ...account, programs: copyProgramsInto(directory, programs) }
  } catch {
    // No room, or not safe: there are other ways.
    return undefined
  }
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

function findUnprivilegedUser(): Identity {
  const found =
    findUser('postgres') ?? findUser(OWN_USER_NAME) ?? createUser() ?? findUser('nobody')
  if (found !== undefined) return found
  throw new StartError(
    'Postgres cannot run as root, and there is no other user on this system. ' +
      'Create one (useradd --system postgres), or run npm start as a normal user.',
  )
}

function createUser(): Identity | undefined {
  const isCreated =
    succeeds('useradd', '--system', '--no-create-home', '--shell', '/bin/false', OWN_USER_NAME) ||
    succeeds('adduser', '-S', '-D', '-H', '-s', '/bin/false', OWN_USER_NAME)
  return isCreated ? findUser(OWN_USER_NAME) : undefined
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

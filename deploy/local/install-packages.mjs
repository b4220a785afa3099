// Plain JavaScript that runs on Node 20 with nothing installed: see run.mjs.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dieOf, followChild, Refusal } from './follow-child.mjs'

const POLL_MS = 250
const SIGNING_MS = 1_000
const WAIT_MS = 15 * 60_000
const PATIENCE_MS = 3_000
/**
 * Packages that a former version put together in their place, and the traces that it left in each.
 * Npm's record does not tell them from what npm installs.
 */
const FORMERLY_REWRITTEN = ['typebox', 'kysely']
const REWRITE_TRACES = ['.joined', '.joined-unfinished']

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.finlore-installed')
const installLock = path.join(root, '.finlore-installing')

/**
 * Runs `npm ci` unless node_modules matches package.json and package-lock.json. A stamp file,
 * written last, records that; what was interrupted has none and is repeated.
 *
 * @throws {Refusal} when the packages cannot be installed
 */
export async function installIfNeeded() {
  const wanted = readWantedStamp()
  if (readIfPresent(stampFile) === wanted) return
  // Somebody else's folder: it serves as it is, and the comparison is repeated at the next start.
  if (matchesLockfile() && !isWritable()) return

  const release = await lockInstall(wanted)
  try {
    if (readIfPresent(stampFile) === wanted) return
    if (!matchesLockfile() || isRewritten()) {
      process.stderr.write('Installing packages…\n')
      await install()
    }
    mkdirSync(modules, { recursive: true })
    writeFileSync(stampFile, wanted)
  } finally {
    release()
  }
}

/** Whether packages are not as npm installed them. */
function isRewritten() {
  return FORMERLY_REWRITTEN.some((name) =>
    REWRITE_TRACES.some((trace) => existsSync(path.join(modules, name, trace))),
  )
}

function readWantedStamp() {
  const hash = createHash('sha256')
  for (const name of ['package-lock.json', 'package.json']) {
    hash.update(readFileSync(path.join(root, name))).update('\0')
  }
  return hash.digest('hex')
}

function isWritable() {
  try {
    for (const folder of [root, modules]) accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** After an `npm ci` by hand, npm's own record of the install must match our lockfile. */
function matchesLockfile() {
  const noted = readPackages(path.join(modules, '.package-lock.json'))
  const locked = readPackages(path.join(root, 'package-lock.json'))
  if (noted === undefined || locked === undefined) return false

  return Object.entries(locked).every(([name, entry]) => {
    if (name === '') return true
    if (!(name in noted)) return entry.optional === true && !isForHere(entry)
    return (
      noted[name].version === entry.version &&
      noted[name].integrity === entry.integrity &&
      existsSync(path.join(root, name))
    )
  })
}

/**
 * True when an optional package is surely meant for this system. Which C library there is, and what
 * optional packages need among themselves, is npm's to find out.
 *
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isForHere({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false
  return os.includes(process.platform) && cpu.includes(process.arch)
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Waits while another start installs into the same folder.
 *
 * @param {string} wanted
 * @returns {Promise<() => void>} gives the lock free
 */
async function lockInstall(wanted) {
  const deadline = Date.now() + WAIT_MS
  let isTold = false
  for (;;) {
    try {
      mkdirSync(installLock)
      noteInstaller(process.pid)
      return () => rmSync(installLock, { recursive: true, force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
        throw new Refusal(`Packages cannot be installed in ${root}: ${readMessage(error)}`)
      }
    }
    if (!isInstallerAlive()) {
      rmSync(installLock, { recursive: true, force: true })
      continue
    }
    if (Date.now() > deadline) {
      throw new Refusal(`Another install is still under way. When it is not, remove ${installLock}`)
    }
    if (!isTold) process.stderr.write('Waiting for another install in this folder…\n')
    isTold = true
    await sleep(POLL_MS)
    if (!existsSync(installLock) && readIfPresent(stampFile) === wanted) return () => {}
  }
}

/** npm is noted too: it works on when only we are killed. @param {number} pid */
function noteInstaller(pid) {
  writeFileSync(path.join(installLock, String(pid)), '')
}

function isInstallerAlive() {
  try {
    const pids = readdirSync(installLock).map(Number)
    // The lock was made just now, and its owner has not written its process id yet.
    if (pids.length === 0) return Date.now() - statSync(installLock).mtimeMs < SIGNING_MS
    return pids.some(isAlive)
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

async function install() {
  const { command, args, PATH } = findNpm()
  const isWindows = process.platform === 'win32'
  const child = spawn(
    command,
    [
      ...args,
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      // NODE_ENV=production would leave out what the tests need, and the stamp would not tell.
      '--include=dev',
      '--include=optional',
    ],
    {
      cwd: root,
      env: { ...process.env, PATH },
      // npm's output is not the site's output, so it goes to stderr.
      stdio: ['ignore', 2, 2],
      // A group of its own, so that a signal can reach the install scripts that npm starts too.
      detached: !isWindows,
      shell: isWindows && command === 'npm',
    },
  )
  if (child.pid !== undefined) noteInstaller(child.pid)

  /** @param {NodeJS.Signals} signal */
  const endGroup = (signal) => {
    if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, signal)
  }
  /** @type {NodeJS.Timeout | undefined} */
  let patience
  const end = await followChild(child, (signal) => {
    // npm finishes what it has begun, which takes too long after a stop signal. An incomplete
    // install has no stamp and is repeated.
    patience ??= setTimeout(endGroup, PATIENCE_MS, 'SIGKILL')
    endGroup(signal)
  })
  clearTimeout(patience)
  if (end.stoppedBy !== undefined) {
    rmSync(installLock, { recursive: true, force: true })
    await dieOf(end.stoppedBy)
  }
  if (end.code !== 0) {
    throw new Refusal(
      `The packages could not be installed: npm ci ${end.reason}. ` +
        'Check the network and the free space of the disk, then start again.',
    )
  }
}

/**
 * npm and the node that runs it, both from outside the folder that npm ci is about to empty: npm
 * puts node_modules/.bin in front of PATH, and our pinned Node lies there.
 */
function findNpm() {
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(path.delimiter)
  const script = process.env.npm_execpath
  if (script === undefined || path.basename(script) !== 'npm-cli.js') {
    return { command: 'npm', args: [], PATH }
  }
  const isOwnNode = process.execPath.startsWith(modules)
  return { command: isOwnNode ? 'node' : process.execPath, args: [script], PATH }
}

/** @param {string} file */
function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {unknown} error */
function readMessage(error) {
  return error instanceof Error ? error.message : String(error)
}

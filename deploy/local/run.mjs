// Usage: node deploy/local/run.mjs [Node's flags…] <script.ts> [args…]
//
// Installs what is missing, then runs the script with the Node that package.json pins. This file and
// what it imports must run on Node 20 with nothing installed: plain JavaScript, nothing but
// Node's own modules.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { dieOf, followChild, Refusal } from './follow-child.mjs'
import { installIfNeeded } from './install-packages.mjs'

const OLDEST_NODE = 24
const STDIN = 0

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

try {
  const given = process.argv.slice(2)
  const at = given.findIndex((word) => !word.startsWith('--'))
  const [script, ...args] = at < 0 ? [] : given.slice(at)
  if (script === undefined)
    throw new Refusal("Usage: node deploy/local/run.mjs [Node's flags…] <script.ts> [args…]")
  await installIfNeeded()
  await run(findNode(), [...given.slice(0, at), path.resolve(root, script), ...args])
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** The pinned Node; or this one, where install scripts are switched off and it is new enough. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = path.join(root, 'node_modules', 'node', 'bin', name)
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath
  throw new Refusal(
    `Node ${OLDEST_NODE} is missing from node_modules: npm was told to skip install scripts. ` +
      `Run "npm ci --ignore-scripts=false", or start with Node ${OLDEST_NODE} or newer ` +
      `(this is ${process.versions.node}).`,
  )
}

/**
 * @param {string} node
 * @param {string[]} args
 */
async function run(node, args) {
  // The child notices our death, even by SIGKILL, by the end of the IPC channel.
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // TypeScript whose types were taken out once need not be read again: less time and memory.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
      // What one thread has freed, all others can use: an export holds a tenth less.
      MALLOC_ARENA_MAX: '2',
      // Large blocks are given back as soon as they are freed: an export holds a twentieth less.
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...process.env,
    },
  })
  const end = await followChild(child, (signal) => {
    // A terminal's Ctrl-C reaches the child by itself, and a second one would mean "at once".
    if (signal === 'SIGINT' && isatty(STDIN)) return
    child.kill(signal)
  })
  if (end.signal !== undefined) await dieOf(end.signal)
  if (end.code === undefined) throw new Refusal(`${node} could not be started: ${end.reason}.`)
  process.exitCode = end.code
}

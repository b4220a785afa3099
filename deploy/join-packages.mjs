// Plain JavaScript that runs on Node 20: see local/run.mjs.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Packages of hundreds of small modules, which every process and every thread loads. */
const JOINED = ['typebox', 'kysely']
/** Within a package: a copy of what was written into it, and by which version of this file. */
const KEPT = '.joined'
const VERSION_FILE = 'version'
/** Changes with this file. */
export const JOIN_VERSION = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')

/**
 * Puts the modules of these packages together into a few files, in their place. Two thirds of all
 * modules that a process loads were theirs: 0.1 s of each start and 20 MB of each process. Names,
 * types and what is exported stay. May be repeated, also after it was interrupted.
 *
 * @param {string} modules the folder node_modules
 * @throws {Error} when a package cannot be joined: then it works as it came, or this is to be repeated
 */
export async function joinPackages(modules, names = JOINED) {
  for (const name of names) {
    const folder = path.join(modules, name)
    if (!existsSync(folder)) continue
    const kept = path.join(folder, KEPT)
    if (!existsSync(kept)) await writeJoined(folder, kept)
    // What the modules that others import share comes first.
    const files = filesIn(kept).sort((a, b) => Number(isShared(b)) - Number(isShared(a)))
    for (const file of files) replaceFile(path.join(folder, file), path.join(kept, file))
  }
}

/**
 * Whether packages were joined by another version of this file. They have to be installed again
 * before they can be joined anew.
 *
 * @param {string} modules
 */
export function isJoinedOtherwise(modules, names = JOINED) {
  return names.some((name) => {
    const kept = path.join(modules, name, KEPT)
    return existsSync(kept) && readIfPresent(path.join(kept, VERSION_FILE)) !== JOIN_VERSION
  })
}

/**
 * Writes what replaces the modules that others import. The folder appears when it is complete.
 *
 * @param {string} folder
 * @param {string} kept
 */
async function writeJoined(folder, kept) {
  const { rolldown } = await import('rolldown')
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const entries = [...new Set(modulesIn(exports))]
  const unfinished = `${kept}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(folder, entry)])),
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
  })
  try {
    await bundle.write({
      dir: unfinished,
      entryFileNames: '[name]',
      chunkFileNames: 'joined/[name].mjs',
    })
  } finally {
    await bundle.close()
  }
  writeFileSync(path.join(unfinished, VERSION_FILE), JOIN_VERSION)
  renameSync(unfinished, kept)
}

/**
 * The modules that a package's field "exports" names.
 *
 * @param {unknown} exports
 * @returns {string[]}
 * @throws {Error} when some are CommonJS, which would be replaced by something else, or not named
 */
function modulesIn(exports) {
  if (typeof exports === 'string') {
    if (exports.includes('*')) throw new Error(`${exports} names no single module`)
    return /\.m?js$/.test(exports) ? [path.posix.normalize(exports)] : []
  }
  return Object.entries(exports ?? {}).flatMap(([condition, target]) => {
    if (condition === 'require') throw new Error(`${target} is CommonJS`)
    return modulesIn(target)
  })
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name !== VERSION_FILE && statSync(path.join(folder, name)).isFile(),
  )
}

/** @param {string} file */
function isShared(file) {
  return file.startsWith(`joined${path.sep}`)
}

/**
 * Nobody ever reads half a file, and whoever shares the former one by a hard link keeps it.
 *
 * @param {string} file
 * @param {string} source
 */
function replaceFile(file, source) {
  const text = readFileSync(source, 'utf8')
  if (readIfPresent(file) === text) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}-unfinished`, text)
  renameSync(`${file}-unfinished`, file)
}

/** @param {string} file */
function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

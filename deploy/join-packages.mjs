// Plain JavaScript that runs on Node 20: see local/run.mjs.
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Packages of hundreds of small modules, which every process and every thread loads. */
const JOINED = ['typebox', 'kysely']

/**
 * Puts the modules of these packages together into a few files, in their place. Two thirds of all
 * modules that a process loads were theirs: 0.1 s of each start and 20 MB of each process. Names,
 * types and what is exported stay.
 *
 * @param {string} modules the folder node_modules, in which only one process may do this at a time
 * @throws {Error} when a package cannot be joined, and then stays as it was
 */
export async function joinPackages(modules, names = JOINED) {
  for (const name of names) {
    const folder = path.join(modules, name)
    if (!existsSync(folder)) continue
    const joined = path.join(folder, '.joined')
    if (!existsSync(joined)) await writeJoined(folder, joined)
    // Also if it was done before: that may have been killed half-way.
    cpSync(joined, folder, { recursive: true })
  }
}

/**
 * Writes what replaces the modules that others import. The folder appears when it is complete.
 *
 * @param {string} folder
 * @param {string} joined
 */
async function writeJoined(folder, joined) {
  const { rolldown } = await import('rolldown')
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const entries = [...new Set(modulesIn(exports))]
  const unfinished = `${joined}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(folder, entry)])),
    external: /^[^./]/,
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
  renameSync(unfinished, joined)
}

/**
 * The modules that a package's field "exports" names.
 *
 * @param {unknown} exports
 * @returns {string[]}
 */
function modulesIn(exports) {
  if (typeof exports === 'string') {
    return /\.m?js$/.test(exports) ? [path.posix.normalize(exports)] : []
  }
  return Object.values(exports ?? {}).flatMap(modulesIn)
}

import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { CACHE_HOME } from '../machine/temporary-folder.ts'

const GATSBY = 'gatsby@5.16.1'
const GATSBY_SUM =
  'sha512-SwwQQBM2F9ze7jI2tlZzw1spppL036x8TQ9+/0MaRlGlc7qVaUYm1jUvaH4Nge0ck4tS9VFwB0MROBxlNed+WQ=='
/** What the loader imports of other packages. */
const NEEDED = ['mitt@1.2.0', '@gatsbyjs/reach-router@2.0.1', 'react@18.3.1', 'react-dom@18.3.1']

const run = promisify(execFile)
const npm = (folder: string, ...args: string[]) =>
  run('npm', args, { cwd: folder, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 })

const HOME = path.join(CACHE_HOME, `finlore-gatsby-${userInfo().uid}`)

/**
 * The loader of Gatsby itself as one script that sets `gatsby` to its exports.
 *
 * To install all of Gatsby would bring everybody who works here a thousand packages for the sake of
 * ten files. So its one package is fetched without those, by npm, the first time that the test runs.
 *
 * @returns what stands in the way, where it cannot be installed
 */
export async function prepareGatsbyLoader(): Promise<{ script: string } | { missing: string }> {
  const script = path.join(HOME, 'loader.js')
  try {
    await access(script).catch(() => makeScript(script))
    return { script: await readFile(script, 'utf8') }
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return { missing: `npm could not fetch ${GATSBY}: ${reason}` }
  }
}

/** Made in a folder of its own, and there at once or not at all. */
async function makeScript(script: string): Promise<void> {
  const folder = await mkdtemp(path.join(CACHE_HOME, 'finlore-gatsby-'))
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private":true}')
    const { stdout } = await npm(folder, 'pack', GATSBY, '--json')
    const [{ filename, integrity }] = JSON.parse(stdout)
    if (integrity !== GATSBY_SUM) throw new Error(`it has another checksum: ${integrity}`)
    await run('tar', ['-xzf', filename, 'package/cache-dir'], { cwd: folder })
    await npm(folder, 'install', '--no-audit', '--no-fund', '--ignore-scripts', '-E', ...NEEDED)
    await mkdir(HOME, { recursive: true })
    const made = path.join(folder, 'loader.js')
    await writeFile(made, await bundle(folder))
    await rename(made, script)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** As Gatsby's own build sets its constants, for a site at the root of its host. */
async function bundle(folder: string): Promise<string> {
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: {
      __PATH_PREFIX__: '""',
      __BASE_PATH__: '""',
      'process.env.BUILD_STAGE': '"build-javascript"',
      'process.env.NODE_ENV': '"production"',
      'global.hasPartialHydration': 'false',
    },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: path.join(folder, 'package/cache-dir/loader.js'),
        formats: ['iife'],
        name: 'gatsby',
      },
      // An experiment of Gatsby's that is off.
      rolldownOptions: { external: ['react-server-dom-webpack'] },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Vite made nothing of it')
  return output.output[0].code
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { BUILD_FILE, hashCode, WEB_DIST } from '../services/shared/web-build.ts'

/**
 * `npm run build`: the web bundle, with compressed forms and the hash of the code it was made from.
 */

const CONFIG = path.resolve(import.meta.dirname, '../web/vite.config.ts')
/** Below this many bytes compression gains nothing. */
const WORTH_COMPRESSING = 512

const WORKERS = path.resolve(import.meta.dirname, '../web/src/service-worker')

if (import.meta.main) {
  const hash = await hashCode()
  await buildWeb(WEB_DIST, hash)
  const client = path.join(WEB_DIST, 'client')
  await compress(client, ['sw.js', 'sw-removal.js'])
  await compress(path.join(client, 'assets'))
  await sealBuild(WEB_DIST, hash)
}

/**
 * Builds for the browser and for the server. It counts once it is sealed.
 *
 * @param dist the folder that gets `client` and `server`
 * @param hash names the code that it is made of
 * @param browser what is different in the build for the browser
 */
export async function buildWeb(dist: string, hash: string, browser: InlineConfig = {}) {
  const mode = browser.mode ?? 'production'
  const shared = { configFile: CONFIG, logLevel: 'warn', mode } as const
  const client = path.join(dist, 'client')
  await build({ ...shared, ...browser, build: { ...browser.build, outDir: client } })
  await buildWorker(client, 'service-worker.ts', 'sw.js', hash)
  await buildWorker(client, 'removal-worker.ts', 'sw-removal.js', hash)
  await build({ ...shared, build: { ssr: true, outDir: path.join(dist, 'server') } })
}

/** Comes last, so that a build that failed half-way does not count. */
export async function sealBuild(dist: string, hash: string): Promise<void> {
  await writeFile(path.join(dist, path.basename(BUILD_FILE)), `${JSON.stringify({ hash })}\n`)
}

/**
 * Builds a service worker as one plain script with a fixed name, beside the browser's files. Those
 * must exist already: the worker lists them, so that it changes whenever they do.
 */
async function buildWorker(client: string, entry: string, file: string, hash: string) {
  const assets = await listAssets(client)
  await build({
    configFile: false,
    logLevel: 'warn',
    root: WORKERS,
    define: { __BUILD__: JSON.stringify(hash), __ASSETS__: JSON.stringify(assets) },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(WORKERS, entry),
        output: { format: 'iife', entryFileNames: file },
      },
    },
  })
}

/** Addresses of all files that a page of this build may need, with or without a network. */
async function listAssets(client: string): Promise<string[]> {
  const files = await readdir(path.join(client, 'assets'))
  // Light pages are for readers who fetch as little as they can.
  const names = files.filter((name) => !/^lite-.*\.css$/.test(name))
  const images = (await readdir(client)).filter((name) => name.endsWith('.svg'))
  return [...names.map((name) => `/assets/${name}`), ...images.map((name) => `/${name}`)].sort()
}

/** @param names of files in it; all of them unless given */
async function compress(folder: string, names?: readonly string[]): Promise<void> {
  for (const name of names ?? (await readdir(folder))) {
    const file = path.join(folder, name)
    const bytes = await readFile(file)
    if (bytes.length < WORTH_COMPRESSING) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${file}.br`, brotliCompressSync(bytes, { params }))
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

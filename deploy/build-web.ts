import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { BUILD_FILE, hashCode, WEB_DIST } from '../services/shared/web-build.ts'

/** `npm run build`: the web bundle, with compressed twins and the hash of the code it was made from. */

const CONFIG = path.resolve(import.meta.dirname, '../web/vite.config.ts')
/** Below this many bytes compression gains nothing. */
const WORTH_COMPRESSING = 512

const CLIENT = path.join(WEB_DIST, 'client')
const WORKERS = path.resolve(import.meta.dirname, '../web/src/service-worker')

const hash = await hashCode()
await build({ configFile: CONFIG, logLevel: 'warn' })
await buildWorker('service-worker.ts', 'sw.js')
await buildWorker('removal-worker.ts', 'sw-removal.js')
await build({ configFile: CONFIG, logLevel: 'warn', build: { ssr: true } })
await compress(CLIENT, ['sw.js', 'sw-removal.js'])
await compress(path.join(CLIENT, 'assets'))
// Last, so that a build that failed half-way does not count.
await writeFile(BUILD_FILE, `${JSON.stringify({ hash })}\n`)

/**
 * A service worker as one plain script whose name stays the same, beside the browser's files. Those
 * must be there: the worker names them, so that it changes with them.
 */
async function buildWorker(entry: string, file: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: WORKERS,
    define: { __BUILD__: JSON.stringify(hash), __ASSETS__: JSON.stringify(await listAssets()) },
    build: {
      outDir: CLIENT,
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
async function listAssets(): Promise<string[]> {
  const names = await readdir(path.join(CLIENT, 'assets'))
  const images = (await readdir(CLIENT)).filter((name) => name.endsWith('.svg'))
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

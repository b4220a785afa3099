import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { BUILD_FILE, hashCode, WEB_DIST } from '../services/shared/web-build.ts'

/** `npm run build`: the web bundle, with compressed twins and the hash of the code it was made from. */

const CONFIG = path.resolve(import.meta.dirname, '../web/vite.config.ts')
/** Below this many bytes compression gains nothing. */
const WORTH_COMPRESSING = 512

const hash = await hashCode()
await build({ configFile: CONFIG, logLevel: 'warn' })
await build({ configFile: CONFIG, logLevel: 'warn', build: { ssr: true } })
await compressAssets(path.join(WEB_DIST, 'client/assets'))
// Last, so that a build that failed half-way does not count.
await writeFile(BUILD_FILE, `${JSON.stringify({ hash })}\n`)

async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const bytes = await readFile(file)
    if (bytes.length < WORTH_COMPRESSING) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${file}.br`, brotliCompressSync(bytes, { params }))
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Where Vite writes, and what `npm run build` writes beside it. */
export const WEB_DIST = path.join(ROOT, 'web/dist')
export const BUILD_FILE = path.join(WEB_DIST, 'build.json')

/** Code that decides how a page looks; anything else may change without a new build. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/vite.config.ts',
  'deploy/build-web.ts',
  'services',
  'package-lock.json',
]
const CODE = /\.(?:tsx?|css|svg|png|ico|json|template)$/
const NO_CODE = /\.test\.tsx?$/

/**
 * The hash of the code: 20 hexadecimal characters, the same on every machine with the same files.
 * Content never enters it.
 */
export async function hashCode(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(path.join(ROOT, source)))))
    .flat()
    .filter((file) => CODE.test(file) && !NO_CODE.test(file))
    .map((file) => path.relative(ROOT, file).split(path.sep).join('/'))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = await readFile(path.join(ROOT, file))
    hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, 20)
}

async function listFiles(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(() => null)
  if (entries === null) return [place]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

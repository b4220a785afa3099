import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { quoteNginx } from './nginx-quote.ts'

/** The folder of nginx's own files. */
export const NGINX = 'nginx'
/**
 * Lines of nginx's `map`: where renamed pages are now, the targets of aliases, and which pages are
 * withdrawn.
 */
export const MOVED_MAP = `${NGINX}/redirects.map`
export const ALIASES_MAP = `${NGINX}/aliases.map`
export const GONE_MAP = `${NGINX}/gone.map`

type MappedPage = Pick<StoredEntry, 'path' | 'status' | 'location'>

/** What a page is mapped to in each file; `undefined` where it has no line. */
const MAPS: readonly (readonly [string, (page: MappedPage) => string | undefined])[] = [
  [MOVED_MAP, ({ status, location }) => (status === 301 ? location : undefined)],
  [ALIASES_MAP, ({ status, location }) => (status === 308 ? location : undefined)],
  [GONE_MAP, ({ status, path: gone }) => (status === 410 ? gone : undefined)],
]

export interface NginxMaps {
  add(pages: readonly MappedPage[]): Promise<void>
  /** Bytes of each file. */
  sizes(): number[]
}

/** Starts the map files of an export. They are written in parts: many pages may have moved. */
export async function startMaps(folder: string): Promise<NginxMaps> {
  await mkdir(path.join(folder, NGINX), { recursive: true })
  const sizes = new Map<string, number>()
  const add = async (pages: readonly MappedPage[]) => {
    for (const [file, targetOf] of MAPS) {
      const lines = pages.flatMap((page) => {
        const target = targetOf(page)
        return target === undefined ? [] : [`${quoteNginx(page.path)} ${quoteNginx(target)};\n`]
      })
      const text = lines.join('')
      await appendFile(path.join(folder, file), text)
      sizes.set(file, (sizes.get(file) ?? 0) + Buffer.byteLength(text))
    }
  }
  // nginx includes every file, so an empty one must exist too.
  await add([])
  return { add, sizes: () => [...sizes.values()] }
}

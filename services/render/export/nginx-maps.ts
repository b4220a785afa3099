import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { StoredEntry } from '../store/stored-entry.ts'
import { quote } from './nginx-quote.ts'

/** The folder of what is nginx's own. */
export const NGINX = 'nginx'
/**
 * Where renamed pages are now, where pages are that are looked for elsewhere, and which are
 * withdrawn: lines of nginx's `map`.
 */
export const MOVED_MAP = `${NGINX}/redirects.map`
export const ALIASES_MAP = `${NGINX}/aliases.map`
export const GONE_MAP = `${NGINX}/gone.map`

export interface NginxMaps {
  add(entries: readonly StoredEntry[]): Promise<void>
  /** Bytes of each file. */
  sizes(): number[]
}

/** Begins the maps of an export. They are never held whole: a site may have moved very many pages. */
export async function startMaps(folder: string): Promise<NginxMaps> {
  await mkdir(path.join(folder, NGINX), { recursive: true })
  const sizes = new Map<string, number>()
  const append = async (file: string, text: string) => {
    await appendFile(path.join(folder, file), text)
    sizes.set(file, (sizes.get(file) ?? 0) + Buffer.byteLength(text))
  }
  await append(MOVED_MAP, '')
  await append(ALIASES_MAP, '')
  await append(GONE_MAP, '')

  return {
    async add(entries) {
      const lines = (to: (entry: StoredEntry) => string | undefined) =>
        entries
          .map((entry) => {
            const target = to(entry)
            return target === undefined ? '' : `${quote(entry.path)} ${quote(target)};\n`
          })
          .join('')
      for (const [file, redirect] of [
        [MOVED_MAP, 301],
        [ALIASES_MAP, 308],
      ] as const) {
        await append(
          file,
          lines(({ status, location }) => (status === redirect ? location : undefined)),
        )
      }
      await append(
        GONE_MAP,
        lines(({ status, path: gone }) => (status === 410 ? gone : undefined)),
      )
    },
    sizes: () => [...sizes.values()],
  }
}

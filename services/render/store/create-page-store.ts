import { decodeDescription, decodeEntry, encodeEntry } from './entry-file.ts'
import { entryKey, pathOfEntryKey } from './entry-key.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { PageStore } from './page-store.ts'
import { shareNext } from './share-next.ts'

/** Bytes that contain nearly every header, and bytes that contain every one. */
const HEADER_BYTES = [4 * 1024, 256 * 1024]

/** Pages as objects: `{build}/pages/articles/a.entry`. */
export function createPageStore(storage: ObjectStorage, build: string): PageStore {
  const folder = pageFolder(build)
  const owner = ownerKey(build)
  const change = changeKey(build)
  const mostRead = mostReadKey(build)
  const keyOf = (path: string) => `${folder}/${entryKey(path)}`
  // Some buckets limit writes to one object, so concurrent notes share the next write.
  const noteChange = shareNext(() => storage.touch(change))

  return {
    async read(path) {
      const object = await storage.read(keyOf(path))
      const entry = object && decodeEntry(object.bytes)
      return object && entry?.path === path ? { entry, version: object.version } : undefined
    },
    version: async (path) => storage.version(keyOf(path)),
    async describe(path) {
      const key = keyOf(path)
      for (const length of HEADER_BYTES) {
        const start = await storage.readStart(key, length)
        if (!start) return undefined
        const entry = decodeDescription(start.bytes, start.size)
        if (entry) return entry.path === path ? entry.description : undefined
        if (start.size <= length) return undefined
      }
      return undefined
    },
    write: async (entry) => storage.writeSealed(keyOf(entry.path), ...encodeEntry(entry)),
    remove: async (path) => storage.remove(keyOf(path)),
    async *list() {
      for await (const { key, writtenAt } of storage.list(folder)) {
        const path = pathOfEntryKey(key.slice(folder.length + 1))
        if (path !== undefined) yield { path, writtenAt }
      }
    },
    clear: () => storage.removeFolder(folder),
    noteChange,
    lastChange: () => storage.version(change),
    async readMostRead() {
      const list = await storage.read(mostRead)
      return list ? list.bytes.toString().split('\n').filter(Boolean) : []
    },
    noteMostRead: (paths) => storage.write(mostRead, Buffer.from(paths.join('\n'))),
    async readOwner() {
      return (await storage.read(owner))?.bytes.toString()
    },
    writeOwner: (word) => storage.write(owner, Buffer.from(word)),
  }
}

export const pageFolder = (build: string) => `${build}/pages`
/** The file has the name by which former versions find and delete it. */
export const ownerKey = (build: string) => `${build}/mark`
export const changeKey = (build: string) => `${build}/changed`
export const mostReadKey = (build: string) => `${build}/most-read`

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ObjectStorage } from './object-storage.ts'
import type { AssetStore } from './page-store.ts'

const FileList = Type.Array(Type.String())
type FileList = Static<typeof FileList>
const fileList = Compile(FileList)

/** As Vite names them, such as `hydrate-B8tB15Kd.js`, and compressed forms of those. */
const HASHED_FILE = /^[A-Za-z0-9_][\w.-]{0,150}-[\w-]{8}(?:\.[a-z0-9]{1,10}){1,2}$/

/**
 * Each build's files lie in a folder of its own, `{build}/assets/`, and are named by the list
 * `{build}/assets.json`, which is written last and removed first.
 *
 * Some files lie there once per build. In return builds share nothing: one of them can go while
 * another comes, in whatever processes, and nobody has to find out what is not needed any more.
 */
export function createAssetStore(storage: ObjectStorage): AssetStore {
  /** Files by build: what a build has never changes, but builds come and go. */
  let known = new Map<string, Set<string>>()
  let searching: Promise<Map<string, Set<string>>> | undefined

  async function readKnown(file: string): Promise<Buffer | undefined> {
    for (const [build, files] of known) {
      if (!files.has(file)) continue
      const object = await storage.read(assetKey(build, file))
      if (object) return object.bytes
    }
    return undefined
  }

  return {
    async keep(build, folder) {
      const names = (await readdir(folder)).filter((name) => HASHED_FILE.test(name)).sort()
      const kept = new Set<string>()
      for await (const { key } of storage.list(assetFolder(build))) kept.add(key)
      for (const name of names) {
        const key = assetKey(build, name)
        if (!kept.has(key)) await storage.write(key, await readFile(path.join(folder, name)))
      }
      await storage.write(assetListKey(build), Buffer.from(JSON.stringify(names)))
    },
    async names() {
      known = await readLists(storage, known)
      return new Set([...known.values()].flatMap((files) => [...files]))
    },
    async read(file) {
      if (!HASHED_FILE.test(file)) return undefined
      const bytes = await readKnown(file)
      if (bytes) return bytes
      // Another process may have kept it a moment ago, so a search that began earlier will not do.
      if (searching) await searching.catch(() => {})
      searching ??= readLists(storage, known).finally(() => {
        searching = undefined
      })
      known = await searching
      return readKnown(file)
    },
  }
}

async function readLists(storage: ObjectStorage, known: ReadonlyMap<string, Set<string>>) {
  const builds = await storage.topFolders()
  const lists = await Promise.all(
    builds.map(
      async (build): Promise<[string, Set<string>]> => [
        build,
        known.get(build) ?? new Set(await readList(storage, build)),
      ],
    ),
  )
  return new Map(lists.filter(([, files]) => files.size > 0))
}

async function readList(storage: ObjectStorage, build: string): Promise<FileList> {
  const object = await storage.read(assetListKey(build))
  if (!object) return []
  try {
    const value: unknown = JSON.parse(object.bytes.toString())
    return fileList.Check(value) ? value : []
  } catch {
    return []
  }
}

const assetFolder = (build: string) => `${build}/assets`
export const assetListKey = (build: string) => `${build}/assets.json`
const assetKey = (build: string, file: string) => `${assetFolder(build)}/${file}`

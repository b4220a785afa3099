import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { settleAll } from '#shared/settle-all.ts'
import {
  type AssetList,
  decodeNames,
  decodeSums,
  encodeNames,
  encodeSums,
  sumOf,
} from './asset-list.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { AssetStore, StoredAsset } from './page-store.ts'

/** As Vite names them, such as `hydrate-B8tB15Kd.js`, and compressed forms of those. */
const HASHED_FILE = /^[A-Za-z0-9_][\w.-]{0,150}-[\w-]{8}(?:\.[a-z0-9]{1,10}){1,2}$/
/** Tries to read a file: one that was damaged in transit is whole the second time. */
const LOOKS = 2

const inflate = promisify(gunzip)

/**
 * Each build's files lie in a folder of its own, `{build}/assets/`. Two lists beside it name them,
 * which are written last and removed first: `assets-sums.json` with their SHA-256, and
 * `assets.json` with only their names, for earlier versions of the server.
 *
 * Some files are stored once per build. In return builds share nothing: one can be deleted while
 * another is added, by any process, and no process has to find out which files are still needed.
 */
export function createAssetStore(storage: ObjectStorage): AssetStore {
  /** Files by build. The files of a build never change, but builds are added and deleted. */
  let known = new Map<string, AssetList>()
  let searching: Promise<Map<string, AssetList>> | undefined

  async function readKnown(file: string): Promise<StoredAsset | undefined> {
    const damaged: string[] = []
    let unproven: Buffer | undefined
    for (const [build, files] of known) {
      if (!files.has(file)) continue
      const key = assetKey(build, file)
      const sum = files.get(file)
      if (sum === undefined) {
        unproven ??= (await storage.read(key))?.bytes
        continue
      }
      const found = await readProven(storage, key, sum)
      if (found === 'damaged') damaged.push(key)
      const bytes = found === 'damaged' ? await recoverFile(storage, build, files, file) : found
      if (!bytes) continue
      await mend(storage, damaged, bytes)
      return { bytes, isProven: true }
    }
    return unproven && { bytes: unproven, isProven: false }
  }

  return {
    async keep(build, folder) {
      const names = (await readdir(folder)).filter((name) => HASHED_FILE.test(name)).sort()
      const files = await settleAll(
        names.map(async (name) => [name, await readFile(path.join(folder, name))] as const),
      )
      const written = await settleAll(
        files.map(([name, bytes]) => writeUnlessSame(storage, assetKey(build, name), bytes)),
      )
      await writeUnlessSame(storage, sumsKey(build), encodeSums(files))
      await writeUnlessSame(storage, namesKey(build), encodeNames(names))
      return written.filter(Boolean).length
    },
    async names() {
      known = await readLists(storage, known)
      return new Set([...known.values()].flatMap((files) => [...files.keys()]))
    },
    async read(file) {
      if (!HASHED_FILE.test(file)) return undefined
      const asset = await readKnown(file)
      if (asset) return asset
      // Another process may have stored it since an earlier search began, so search again.
      if (searching) await searching.catch(() => {})
      searching ??= readLists(storage, known).finally(() => {
        searching = undefined
      })
      known = await searching
      return readKnown(file)
    },
  }
}

async function readProven(
  storage: ObjectStorage,
  key: string,
  sum: string,
): Promise<Buffer | 'damaged' | undefined> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const object = await storage.read(key)
    if (!object) return undefined
    if (sumOf(object.bytes) === sum) return object.bytes
  }
  return 'damaged'
}

/** The contents of a damaged file, from the compressed form beside it, which is usually whole. */
async function recoverFile(
  storage: ObjectStorage,
  build: string,
  files: AssetList,
  file: string,
): Promise<Buffer | undefined> {
  const compressed = `${file}.gz`
  const sum = files.get(compressed)
  const packed = sum && (await readProven(storage, assetKey(build, compressed), sum))
  if (!packed || packed === 'damaged') return undefined
  const bytes = await inflate(packed)
  return sumOf(bytes) === files.get(file) ? bytes : undefined
}

/** Rewrites damaged files. A read-only store keeps its damage, but readers are still served. */
async function mend(storage: ObjectStorage, keys: readonly string[], bytes: Buffer): Promise<void> {
  await Promise.all(keys.map((key) => storage.write(key, bytes).catch(() => {})))
}

/** @returns whether it was written, because it was missing, damaged, or another one */
async function writeUnlessSame(
  storage: ObjectStorage,
  key: string,
  bytes: Buffer,
): Promise<boolean> {
  if ((await storage.read(key))?.bytes.equals(bytes)) return false
  await storage.write(key, bytes)
  return true
}

async function readLists(storage: ObjectStorage, known: ReadonlyMap<string, AssetList>) {
  const builds = await storage.topFolders()
  const lists = await Promise.all(
    builds.map(
      async (build): Promise<[string, AssetList]> => [
        build,
        known.get(build) ?? (await readList(storage, build)),
      ],
    ),
  )
  return new Map(lists.filter(([, files]) => files.size > 0))
}

async function readList(storage: ObjectStorage, build: string): Promise<AssetList> {
  const sums = decodeSums((await storage.read(sumsKey(build)))?.bytes)
  return sums ?? decodeNames((await storage.read(namesKey(build)))?.bytes)
}

const assetFolder = (build: string) => `${build}/assets`
const sumsKey = (build: string) => `${assetFolder(build)}-sums.json`
const namesKey = (build: string) => `${assetFolder(build)}.json`
const assetKey = (build: string, file: string) => `${assetFolder(build)}/${file}`

/** Without these, a build has no assets. */
export const assetListKeys = (build: string) => [sumsKey(build), namesKey(build)]

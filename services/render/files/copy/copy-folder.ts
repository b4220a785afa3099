import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { createFolderStorage } from '../../store/folder-storage.ts'
import type { CopyFile, NewLink } from './copy-files.ts'

const Receipt = Type.Object({
  /** The build that made it, and the settings that the files depend on. */
  build: Type.String(),
  /** The version: the time at which it was written to the store, in milliseconds. */
  stamp: Type.Number(),
  /** When its files may not be shown any more. */
  expiresAt: Type.Optional(Type.String()),
  /** On the disk, with this receipt and folders; former versions did not say it. */
  bytes: Type.Optional(Type.Number()),
  /** Relative to the folder. */
  files: Type.Array(Type.String()),
})
/** What the copy has of one item of the store. */
export type Receipt = Static<typeof Receipt>

/** Bytes of a block: a file takes whole ones, and so do its folder and its receipt. */
const BLOCK = 4096
/** A page has a folder for its document and one for its data. */
const BLOCKS_BESIDE = 3

/** How much of the disk an item with these files takes. */
export const diskBytes = (files: readonly CopyFile[]): number =>
  files.reduce(
    (sum, file) => sum + ('bytes' in file ? Math.ceil(file.bytes.length / BLOCK) * BLOCK : 0),
    BLOCKS_BESIDE * BLOCK,
  )

/** The start of the receipt keys of pages. */
export const PAGES = 'pages/'
const RECEIPTS = 'receipts'
/** The ingress looks for it before it takes an address for unknown. */
const WHOLE = 'whole'

/** Says of an item which version its files are of. */
export type Version = Omit<Receipt, 'files' | 'bytes'>
export type CopyFolder = ReturnType<typeof openCopyFolder>

/**
 * The folder of a copy. Each item has a key, which is names joined by slashes, and a receipt, which
 * says of which version its files are. It is written after them, so an interrupted copy is repeated.
 *
 * @param folder created when missing
 */
export function openCopyFolder(folder: string) {
  const storage = createFolderStorage(folder, { blocking: true })
  /** What pages take of the disk, and what everything else takes. */
  const used = { pages: 0, others: 0 }
  const kindOf = (key: string) => (key.startsWith(PAGES) ? 'pages' : 'others')
  const receiptOf = (key: string) => `${RECEIPTS}/${key}`

  async function find(key: string): Promise<Receipt | undefined> {
    const object = await storage.read(receiptOf(key))
    return object && parseShape(Receipt, object.bytes.toString())
  }

  /** All items in no order, and when each was saved or marked. */
  async function* list(): AsyncIterable<{ key: string; markedAt: Date }> {
    for await (const { key, writtenAt } of storage.list(RECEIPTS)) {
      yield { key: key.slice(RECEIPTS.length + 1), markedAt: writtenAt }
    }
  }

  return {
    find,
    list,
    /** What items take of the disk: as measured, and what was saved and dropped since. */
    usedBytes: (): Readonly<typeof used> => used,
    /** Reads every receipt. Others may write to the same folder, so it is done again and again. */
    async measure(): Promise<void> {
      const measured = { pages: 0, others: 0 }
      for await (const { key } of list()) measured[kindOf(key)] += (await find(key))?.bytes ?? 0
      Object.assign(used, measured)
    },
    /**
     * Replaces the files of an item, each atomically.
     *
     * @param savedAt the modification time of the files
     */
    async save(
      key: string,
      version: Version,
      files: readonly CopyFile[],
      savedAt: Date,
    ): Promise<void> {
      const former = await find(key)
      for (const file of files) {
        if ('target' in file) {
          await replaceLink(folder, file)
        } else {
          await storage.writeDated(file.name, savedAt, file.bytes)
        }
      }
      const names = files.map(({ name }) => name)
      for (const name of former?.files ?? []) {
        if (!names.includes(name)) await storage.remove(name)
      }
      const bytes = diskBytes(files)
      used[kindOf(key)] += bytes - (former?.bytes ?? 0)
      const written: Receipt = { ...version, bytes, files: names }
      await storage.write(receiptOf(key), Buffer.from(JSON.stringify(written)))
    },
    /** Records that the item is still in the store. */
    mark: (key: string): Promise<void> => storage.touch(receiptOf(key)),
    async drop(key: string): Promise<void> {
      // The receipt last: it lists what is still to be removed.
      const receipt = await find(key)
      for (const name of receipt?.files ?? []) await storage.remove(name)
      await storage.remove(receiptOf(key))
      used[kindOf(key)] -= receipt?.bytes ?? 0
    },
    /** Records that it has all items that the store had at some time. */
    markWhole: (): Promise<void> => storage.write(WHOLE, Buffer.alloc(0)),
    /** Records that some are left out: an address that it lacks may be known. */
    markPartial: (): Promise<void> => storage.remove(WHOLE),
  }
}

/** Replaces a link atomically. Creates the folder that it leads to. */
async function replaceLink(folder: string, { name, target }: NewLink): Promise<void> {
  const link = path.join(folder, name)
  await mkdir(path.resolve(path.dirname(link), target), { recursive: true })
  await mkdir(path.dirname(link), { recursive: true })
  const temporary = `${link}.${randomUUID()}`
  try {
    await symlink(target, temporary)
    await rename(temporary, link)
  } finally {
    await rm(temporary, { force: true })
  }
}

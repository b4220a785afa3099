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
  /** Relative to the folder. */
  files: Type.Array(Type.String()),
})
/** What the copy has of one item of the store. */
export type Receipt = Static<typeof Receipt>

const RECEIPTS = 'receipts'
/** The ingress looks for it before it takes an address for unknown. */
const WHOLE = 'whole'

/** Says of an item which version its files are of. */
export type Version = Omit<Receipt, 'files'>
export type CopyFolder = ReturnType<typeof openCopyFolder>

/**
 * The folder of a copy. Each item has a key, which is names joined by slashes, and a receipt, which
 * says of which version its files are. It is written after them, so an interrupted copy is repeated.
 *
 * @param folder created when missing
 */
export function openCopyFolder(folder: string) {
  const storage = createFolderStorage(folder, { blocking: true })
  const receiptOf = (key: string) => `${RECEIPTS}/${key}`

  async function find(key: string): Promise<Receipt | undefined> {
    const object = await storage.read(receiptOf(key))
    return object && parseShape(Receipt, object.bytes.toString())
  }

  return {
    find,
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
      const written: Receipt = { ...version, files: names }
      await storage.write(receiptOf(key), Buffer.from(JSON.stringify(written)))
    },
    /** Records that the item is still in the store. */
    mark: (key: string): Promise<void> => storage.touch(receiptOf(key)),
    async drop(key: string): Promise<void> {
      // The receipt last: it lists what is still to be removed.
      for (const name of (await find(key))?.files ?? []) await storage.remove(name)
      await storage.remove(receiptOf(key))
    },
    /** Records that it has all items that the store had at some time. */
    markWhole: (): Promise<void> => storage.write(WHOLE, Buffer.alloc(0)),
    /** All items in no order, and when each was saved or marked. */
    async *list(): AsyncIterable<{ key: string; markedAt: Date }> {
      for await (const { key, writtenAt } of storage.list(RECEIPTS)) {
        yield { key: key.slice(RECEIPTS.length + 1), markedAt: writtenAt }
      }
    },
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

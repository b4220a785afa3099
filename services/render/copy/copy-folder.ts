import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { createFolderStorage } from '../store/folder-storage.ts'
import type { CopyFile, NewLink } from './copy-files.ts'

const Receipt = Type.Object({
  /** The build that made it, and on what else the files depend. */
  build: Type.String(),
  /** Names the version: when the store says that it was written, in milliseconds. */
  stamp: Type.Number(),
  /** Relative to the folder. */
  files: Type.Array(Type.String()),
})
/** What lies in the copy for one thing of the store. */
export type Receipt = Static<typeof Receipt>
const receipt = Compile(Receipt)

const RECEIPTS = 'receipts'

/**
 * The folder of a copy. Each thing in it has a receipt, which says of what version its files are and
 * is written after them: whoever dies in between does it again.
 */
export interface CopyFolder {
  /** @param key names joined by slashes */
  find(key: string): Promise<Receipt | undefined>
  /**
   * Replaces the files of a thing, each at once and as a whole.
   *
   * @param savedAt as the files will say
   */
  save(
    key: string,
    version: Omit<Receipt, 'files'>,
    files: readonly CopyFile[],
    savedAt: Date,
  ): Promise<void>
  /** Notes that the thing is still there. */
  mark(key: string): Promise<void>
  drop(key: string): Promise<void>
  /** All things in it, in no order, and when each was saved or marked. */
  list(): AsyncIterable<{ key: string; markedAt: Date }>
}

/** @param folder made when missing */
export function openCopyFolder(folder: string): CopyFolder {
  const storage = createFolderStorage(folder)
  const receiptOf = (key: string) => `${RECEIPTS}/${key}`

  async function find(key: string): Promise<Receipt | undefined> {
    const object = await storage.read(receiptOf(key))
    return object && parseReceipt(object.bytes)
  }

  return {
    find,
    async save(key, version, files, savedAt) {
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
    mark: (key) => storage.touch(receiptOf(key)),
    async drop(key) {
      // The receipt last: without it, nobody would know what is still to be removed.
      for (const name of (await find(key))?.files ?? []) await storage.remove(name)
      await storage.remove(receiptOf(key))
    },
    async *list() {
      for await (const { key, writtenAt } of storage.list(RECEIPTS)) {
        yield { key: key.slice(RECEIPTS.length + 1), markedAt: writtenAt }
      }
    },
  }
}

/** A link in place of another: both are seen whole. Where it leads, a folder is made. */
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

function parseReceipt(bytes: Buffer): Receipt | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return receipt.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

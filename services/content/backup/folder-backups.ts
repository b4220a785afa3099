import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { reasonOf } from '#shared/database/try-again.ts'
import { fieldOf } from '#shared/field-of.ts'
import { syncFolder } from '#shared/sync-folder.ts'
import { BackupError } from './backup-error.ts'
import { isBackupName, sortBackups } from './backup-name.ts'
import type { BackupPlace, ReadableBackup, StoredBackup } from './stored-backup.ts'

const UNFINISHED = /^finlore-.*\.unfinished$/

/** @param folder must exist */
export const folderBackups = (folder: string): BackupPlace => ({
  name: folder,
  list: async () => sortBackups((await namesIn(folder)).filter(isBackupName)),
  backup: (name) => backupFile(path.join(folder, name)),
  remove: (name) => rm(path.join(folder, name), { force: true }),
  async removeUnfinished(before) {
    const removed: string[] = []
    for (const name of (await namesIn(folder)).filter((found) => UNFINISHED.test(found))) {
      const { mtime } = await stat(path.join(folder, name))
      if (mtime >= before) continue
      await rm(path.join(folder, name), { force: true })
      removed.push(name)
    }
    return removed
  },
})

/** A backup in a file. It is readable only by its owner, and gets its name when it has been verified. */
export const backupFile = (file: string): StoredBackup => ({
  name: file,
  size: () => inFile(file, async () => (await stat(file)).size),
  open: () => bytesOf(file),
  write: (...given) => writeFile(file, ...given),
})

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new BackupError(`There is no folder ${folder}.`)
    throw error
  }
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file)
  try {
    yield* source
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    source.destroy()
  }
}

async function inFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Written under another name, flushed to disk, read back, and only then renamed. */
async function writeFile(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  verify: (written: ReadableBackup) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    const target = handle.createWriteStream({ flush: true })
    await pipeline(chunks, target, { ...(signal && { signal }) })
    await verify({ name: file, open: () => bytesOf(unfinished) })
    signal?.throwIfAborted()
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return target.bytesWritten
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    const code = codeOf(error)
    if (code === 'ENOENT') throw new BackupError(`There is no folder ${path.dirname(file)}.`)
    if (!UNWRITABLE.has(code)) throw error
    throw new BackupError(`${file} cannot be written: ${reasonOf(error)}.`)
  }
}

const UNWRITABLE = new Set(['EACCES', 'EDQUOT', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

const codeOf = (error: unknown) => String(fieldOf(error, 'code'))

/** Translates errors that people can do something about. */
function unreadable(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EACCES') return new BackupError(`${file} cannot be read by this user.`)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder.`)
  return error
}

import type { Dirent } from 'node:fs'
import { opendir, readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#shared/errors.ts'

/** A write takes milliseconds, so an older unfinished file was left by a crash. */
const LEFT_BEHIND_MS = 60 * 60 * 1_000
/** Error codes of a file system that may not be written to. */
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM']
/** Files looked at together. */
const LIST_BATCH = 64

/** The files of a folder and of all folders in it, in no order. */
export async function* listFiles(
  root: string,
  within: string,
): AsyncGenerator<{ key: string; writtenAt: Date }> {
  const folder = await ifFilePresent(() =>
    opendir(path.join(root, within), { bufferSize: LIST_BATCH }),
  )
  if (!folder) return
  const folders: string[] = []
  let batch: string[] = []
  for await (const entry of folder) {
    const key = `${within}/${entry.name}`
    if (entry.isDirectory()) folders.push(key)
    else if (entry.isFile()) batch.push(key)
    if (batch.length < LIST_BATCH) continue
    yield* await lookAt(root, batch)
    batch = []
  }
  yield* await lookAt(root, batch)
  for (const key of folders) yield* listFiles(root, key)
}

/** Leaves out files that were removed meanwhile. */
async function lookAt(root: string, keys: readonly string[]) {
  const files = await Promise.all(
    keys.map((key) =>
      ifFilePresent(async () => ({ key, writtenAt: (await stat(path.join(root, key))).mtime })),
    ),
  )
  return files.filter((file) => file !== undefined)
}

/** Removes a few files at a time: `rm` would start with all of them at once, maybe a million. */
export async function removeFiles(root: string, within: string): Promise<void> {
  const batch: string[] = []
  const remove = () =>
    Promise.all(batch.splice(0).map((key) => ifFilePresent(() => unlink(path.join(root, key)))))
  for await (const { key } of listFiles(root, within)) {
    batch.push(key)
    if (batch.length >= LIST_BATCH) await remove()
  }
  await remove()
}

/** Removes files that a crash left unfinished in this folder. */
export async function removeLeftBehind(folder: string): Promise<void> {
  const entries: Dirent[] =
    (await ifFilePresent(() => readdir(folder, { withFileTypes: true }))) ?? []
  for (const { name } of entries) {
    const file = path.join(folder, name)
    await ifFilePresent(async () => {
      const { mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs <= LEFT_BEHIND_MS) return
      // A process that may only read leaves this to those that write.
      await unlink(file).catch((error: unknown) => {
        if (!READ_ONLY.some((code) => hasCode(error, code))) throw error
      })
    })
  }
}

/** @returns `undefined` when there is no such file or folder */
export async function ifFilePresent<Result>(
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

import { open } from 'node:fs/promises'

/** Flushes a folder to disk: a rename in it survives a crash only from then on. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

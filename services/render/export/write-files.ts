import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { settleAll } from '#shared/settle-all.ts'
import type { ServedBody } from '../answers/bodies/served-body.ts'

export interface NewFile {
  /** Relative to the folder of the export, with forward slashes. */
  name: string
  bytes: Buffer
}

/** Compressed forms that a web server finds beside a file, by suffix. */
const COMPRESSED = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

const WRITES_AT_ONCE = 32

/** The files of a document and its compressed forms, except forms that are not smaller. */
export function filesOf(name: string, { bytes }: ServedBody): NewFile[] {
  const files = [{ name, bytes: bytes.identity }]
  for (const [suffix, encoding] of COMPRESSED) {
    const compressed = bytes[encoding]
    if (compressed && compressed.length < bytes.identity.length) {
      files.push({ name: `${name}${suffix}`, bytes: compressed })
    }
  }
  return files
}

/** Writes files, at most 32 at once, and creates the folders they lie in. */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const folders = new Set(files.map(({ name }) => path.dirname(path.join(folder, name))))
  for (const each of folders) await mkdir(each, { recursive: true })

  const inTurn = pLimit(WRITES_AT_ONCE)
  // Wait for all of them: otherwise one could still write into a folder that is being removed.
  await settleAll(
    files.map(({ name, bytes }) => inTurn(() => writeFile(path.join(folder, name), bytes))),
  )
}

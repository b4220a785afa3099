import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServedBody } from '../server/answers/bodies/served-body.ts'

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

/** What of something optional an export has. */
export type AllOrNone = 'all' | 'none'

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

/** Leaves out the compressed forms of files if there are to be none. */
export const chooseForms = (
  files: readonly NewFile[],
  compressed: AllOrNone,
): readonly NewFile[] =>
  compressed === 'all'
    ? files
    : files.filter(({ name }) => !COMPRESSED.some(([suffix]) => name.endsWith(suffix)))

/**
 * Writes files, and creates the folders they lie in. No reader waits for this process, and a file
 * written in Node's thread pool takes twice the processor time.
 */
export function writeFiles(folder: string, files: readonly NewFile[]): void {
  const folders = new Set(files.map(({ name }) => path.dirname(path.join(folder, name))))
  for (const each of folders) mkdirSync(each, { recursive: true })
  for (const { name, bytes } of files) writeFileSync(path.join(folder, name), bytes)
}

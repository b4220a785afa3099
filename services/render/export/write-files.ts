import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServedBody } from '../pages/served-body.ts'

export interface NewFile {
  /** Relative to the folder of the export, with forward slashes. */
  name: string
  bytes: Buffer
}

/** What a web server finds beside a file, by what it looks for. */
const TWINS = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

const WRITES_AT_ONCE = 32

/** A document and its compressed twins; a twin that would not be smaller is left out. */
export function filesOf(name: string, { bytes }: ServedBody): NewFile[] {
  const files = [{ name, bytes: bytes.identity }]
  for (const [suffix, encoding] of TWINS) {
    const twin = bytes[encoding]
    if (twin && twin.length < bytes.identity.length) {
      files.push({ name: `${name}${suffix}`, bytes: twin })
    }
  }
  return files
}

/** Writes files, at most 32 at once, and makes the folders they lie in. */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const waiting = files.values()
  const folders = new Set(files.map(({ name }) => path.dirname(path.join(folder, name))))
  for (const each of folders) await mkdir(each, { recursive: true })

  const writeNext = async () => {
    // All writers take from the same row.
    for (const { name, bytes } of waiting) {
      await writeFile(path.join(folder, name), bytes)
    }
  }
  // All must have ended, or one would go on writing into what is being cleaned up.
  const outcomes = await Promise.allSettled(Array.from({ length: WRITES_AT_ONCE }, writeNext))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

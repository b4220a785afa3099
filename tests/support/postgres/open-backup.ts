import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BackupHead } from '../../../services/content/backup/backup-file.ts'

/** The lines of a backup: its head, its rows, its seal. */
export async function readBackupLines(file: string): Promise<string[]> {
  return gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -1)
}

export const headOf = ([line = '']: readonly string[]): BackupHead => JSON.parse(line)

/** Where the rows of a table begin among the lines. */
export function firstRowOf(lines: readonly string[], wanted: string): number {
  let at = 1
  for (const { name, rows } of headOf(lines).tables) {
    if (name === wanted) return at
    at += rows
  }
  throw new Error(`There is no table ${wanted} in this backup`)
}

/** Writes lines as a backup with a valid seal, as only a deliberate forgery would have. */
export async function writeSealed(file: string, lines: readonly string[]): Promise<void> {
  const text = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeLines(file, [...lines.slice(0, -1), JSON.stringify({ sha256 })])
}

export const writeLines = (file: string, lines: readonly string[]) =>
  writeFile(file, gzipSync(lines.map((line) => `${line}\n`).join('')))

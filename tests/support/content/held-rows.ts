import { readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** One test, or another place, that holds a row of a table. */
export interface Held {
  row: string
  /** From the root of the repository. */
  file: string
  /** Part of the test's name. */
  words: string
}

/** A table that says of each row which test holds it. */
export interface HeldTable {
  /** In their order, as they stand there. */
  rows: string[]
  held: Held[]
}

/** Reads lines such as `| M-001 | file | words |`; a row that several tests hold has several lines. */
export async function readHeldLines(table: string, row: string): Promise<HeldTable> {
  const text = await readFile(path.join(ROOT, table), 'utf8')
  const lines = [...text.matchAll(new RegExp(String.raw`^\| (${row}) \| (\S+) \| (.+?) \|`, 'gm'))]
  const held = lines.map(([, name = '', file = '', words = '']) => ({ row: name, file, words }))
  return { rows: [...new Set(held.map((one) => one.row))], held }
}

/** Reads lines such as `| F1 | … | [words](file) · [words](file) |`, with files from the table's folder. */
export async function readHeldLinks(table: string, row: string): Promise<HeldTable> {
  const text = await readFile(path.join(ROOT, table), 'utf8')
  const lines = [...text.matchAll(new RegExp(String.raw`^\| (${row}) \|(.*)$`, 'gm'))]
  return {
    rows: lines.map(([, name = '']) => name),
    held: lines.flatMap(([, name = '', cells = '']) =>
      [...cells.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, words = '', link = '']) => ({
        row: name,
        file: path.join(path.dirname(table), link),
        words,
      })),
    ),
  }
}

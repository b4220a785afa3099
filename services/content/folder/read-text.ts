import { hash as hashOf } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#shared/errors.ts'
import { inParts } from '#shared/in-order.ts'
import type { ContentProblem } from './content-problem.ts'

export interface FileText {
  /** Relative to the content folder. */
  file: string
  text: string
  /** SHA-256 of the text. */
  hash: string
}

/** Files that are open at the same time. */
export const READ_AT_ONCE = 64

export const isThere = (folder: string, file: string): Promise<boolean> =>
  access(path.join(folder, file)).then(
    () => true,
    () => false,
  )

/** @returns `undefined` when the file cannot be read; then there is a problem for it */
export async function readText(
  folder: string,
  file: string,
  problems: ContentProblem[],
): Promise<FileText | undefined> {
  try {
    const bytes = await readFile(path.join(folder, file))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { file, text, hash: hashOf('sha256', text) }
  } catch (error) {
    const message = hasCode(error, 'ENOENT') ? 'is missing' : 'cannot be read as UTF-8 text'
    problems.push({ file, line: 1, code: 'E-SCHEMA', message })
    return undefined
  }
}

/** Reads files in order, a few at a time, so that not all of their texts are in memory. */
export async function* readTexts(
  folder: string,
  files: readonly string[],
  problems: ContentProblem[],
): AsyncGenerator<FileText> {
  for (const part of inParts(files, READ_AT_ONCE)) {
    for (const read of await Promise.all(part.map((file) => readText(folder, file, problems)))) {
      if (read) yield read
    }
  }
}

/** The Markdown files of a subfolder, sorted by name. */
export async function listMarkdown(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<string[]> {
  const names = await readdir(path.join(folder, subfolder)).catch(() => undefined)
  if (!names) {
    const message = 'is missing: the folder must exist'
    problems.push({ file: subfolder, line: 1, code: 'E-SCHEMA', message })
    return []
  }
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => path.posix.join(subfolder, name))
}

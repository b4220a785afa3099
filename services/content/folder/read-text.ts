import { hash as hashOf } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { access, constants, open, readdir } from 'node:fs/promises'
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

/** Where the texts of a content folder come from. Files are named relative to it. */
export interface TextSource {
  has(file: string): Promise<boolean>
  /** @returns `undefined` when the file cannot be read; then there is a problem for it */
  read(file: string, problems: ContentProblem[]): Promise<FileText | undefined>
  /** The Markdown files of a subfolder, sorted by name. */
  list(subfolder: string, problems: ContentProblem[]): Promise<string[]>
}

export const textsIn = (folder: string): TextSource => ({
  has: (file) => isThere(folder, file),
  read: (file, problems) => readText(folder, file, problems),
  list: (subfolder, problems) => listMarkdown(folder, subfolder, problems),
})

/** The same with other texts; `undefined` for a file that is not there. */
export const withTexts = (
  under: TextSource,
  over: ReadonlyMap<string, string | undefined>,
): TextSource => ({
  has: async (file) => (over.has(file) ? over.get(file) !== undefined : under.has(file)),
  async read(file, problems) {
    const text = over.get(file)
    return text === undefined ? under.read(file, problems) : { file, text, hash: hashText(text) }
  },
  async list(subfolder, problems) {
    const isHere = (file: string) => path.posix.dirname(file) === subfolder && file.endsWith('.md')
    const files = new Set(await under.list(subfolder, problems))
    for (const [file, text] of over) {
      if (text === undefined) files.delete(file)
      else if (isHere(file)) files.add(file)
    }
    return [...files].sort()
  },
})

/** Where nothing is. */
export const NO_TEXTS: TextSource = {
  has: async () => false,
  async read(file, problems) {
    problems.push({ file, line: 1, code: 'E-SCHEMA', message: 'is missing' })
    return undefined
  },
  list: async () => [],
}

/** SHA-256, in hexadecimal. */
export const hashText = (text: string): string => hashOf('sha256', text)

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
    const bytes = await readRegular(path.join(folder, file))
    if (!bytes) {
      const message = 'is no regular file: put a file there, or take it away'
      problems.push({ file, line: 1, code: 'E-SCHEMA', message })
      return undefined
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { file, text, hash: hashText(text) }
  } catch (error) {
    const message = hasCode(error, 'ENOENT') ? 'is missing' : 'cannot be read as UTF-8 text'
    problems.push({ file, line: 1, code: 'E-SCHEMA', message })
    return undefined
  }
}

/** Pipes are opened without waiting for somebody who writes. @returns `undefined` for what is no file */
async function readRegular(file: string): Promise<Buffer | undefined> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      // A socket cannot be opened at all.
      if (hasCode(error, 'ENXIO')) return undefined
      throw error
    },
  )
  return handle && (await handle.stat()).isFile() ? handle.readFile() : undefined
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

/** Names that mean Markdown, though only `.md` is read. */
const LIKE_MARKDOWN = /\.(?:md|markdown|mdown|mdwn|mkdn?|mdx)(?:\.txt)?$/i

/**
 * The Markdown files of a subfolder, sorted by name. Files that somebody may take for one of them, by
 * their names or in a folder below, are problems: they would be missing on the site, unsaid.
 */
export async function listMarkdown(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
): Promise<string[]> {
  const place = path.join(folder, subfolder)
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined)
  if (!entries) {
    const message = 'is missing: the folder must exist'
    problems.push({ file: subfolder, line: 1, code: 'E-SCHEMA', message })
    return []
  }
  const isRead = (entry: Dirent) => entry.name.endsWith('.md')
  const others = entries.filter((entry) => !isRead(entry))
  const below = await Promise.all(
    others
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) =>
        (await readdir(path.join(place, name), { recursive: true })).map((file) =>
          path.posix.join(name, file.split(path.sep).join('/')),
        ),
      ),
  )
  const here = others.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  for (const name of [...here, ...below.flat()].filter((one) => LIKE_MARKDOWN.test(one)).sort()) {
    const right = path.posix.basename(name).replace(LIKE_MARKDOWN, '.md')
    const message = `is not read, because of its ${name.includes('/') ? 'folder' : 'name'}: it must be ${path.posix.join(subfolder, right)}`
    const file = path.posix.join(subfolder, name)
    problems.push({ file, line: 1, code: 'E-SCHEMA', message })
  }
  return entries
    .filter(isRead)
    .map(({ name }) => path.posix.join(subfolder, name))
    .sort()
}

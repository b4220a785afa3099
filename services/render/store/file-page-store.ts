import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { decodeEntry, encodeEntry } from './entry-file.ts'
import type { PageStore } from './page-store.ts'

const PAGES = 'pages'
const MARK_FILE = 'mark'
/** Keeps `/a` (a file) apart from `/a/b` (a folder). */
const SUFFIX = '.entry'

/**
 * Pages as files: `{folder}/{build}/pages/articles/a.entry`.
 *
 * @param folder shared by all builds; made when missing
 */
export function createFilePageStore(folder: string, build: string): PageStore {
  const home = path.join(folder, build)
  const pages = path.join(home, PAGES)
  const fileOf = (pagePath: PagePath) => path.join(pages, `${fileName(pagePath)}${SUFFIX}`)
  const markFile = path.join(home, MARK_FILE)

  return {
    async read(pagePath) {
      const bytes = await readIfPresent(fileOf(pagePath))
      return bytes && decodeEntry(bytes)
    },
    write: (entry) => replaceFile(fileOf(entry.path), encodeEntry(entry)),
    remove: (pagePath) => rm(fileOf(pagePath), { force: true }),
    // Others may be writing: a folder that fills up again is emptied again.
    clear: () => rm(pages, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 }),
    async readMark() {
      return (await readIfPresent(markFile))?.toString()
    },
    writeMark: (mark) => replaceFile(markFile, Buffer.from(mark)),
  }
}

/** Page paths are made of lower-case words, digits, dots and slashes; anything else is no page. */
function fileName(pagePath: PagePath): string {
  if (pagePath === '/') return '_root'
  const name = pagePath.slice(1)
  if (!/^[a-z0-9-]+(?:\.[a-z]+)?(?:\/[a-z0-9-]+(?:\.[a-z]+)?)*$/.test(name)) {
    throw new Error(`${JSON.stringify(pagePath)} cannot be the name of a stored page`)
  }
  return name
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** The new bytes are on disk before they get the name, so a crash leaves the old ones or the new. */
async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The texts that may link to others, by their names relative to the folder. */
export const TEXTS = /^(?:articles|info)\/en_US\/.*\.md$/
/** The site's own. */
export const REAL_CONTENT = path.resolve(import.meta.dirname, '../../../content')

export interface ContentFolder {
  folder: string
  /** Writes a file, named relative to the folder, and creates its parent folder. */
  write(file: string, text: string | Buffer): Promise<void>
  read(file: string): Promise<string>
  remove(file: string): Promise<void>
  /** Replaces links within the site by their text and removes guides, so that any page may be removed. */
  unlink(): Promise<void>
  dispose(): Promise<void>
}

/** A copy of a content folder, the site's own unless given, that a test may change. */
export async function copyContent(from = REAL_CONTENT): Promise<ContentFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-content-'))
  // It takes a fifth of the time of the other forms.
  cpSync(from, folder, { recursive: true })
  const write = async (file: string, text: string | Buffer) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const read = (file: string) => readFile(path.join(folder, file), 'utf8')
  return {
    folder,
    write,
    read,
    remove: (file) => rm(path.join(folder, file)),
    async unlink() {
      await rm(path.join(folder, 'guides'), { recursive: true, force: true })
      const names = await readdir(folder, { recursive: true })
      for (const file of names.filter((name) => TEXTS.test(name))) {
        await write(file, (await read(file)).replaceAll(/\[([^\]]+)\]\(\/[^)]*\)/g, '$1'))
      }
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

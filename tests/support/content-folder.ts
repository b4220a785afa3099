import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const REAL_CONTENT = path.resolve(import.meta.dirname, '../../content')

export interface ContentFolder {
  folder: string
  /** Writes a file of the folder, given relative to it. */
  write(file: string, text: string): Promise<void>
  read(file: string): Promise<string>
  remove(file: string): Promise<void>
  dispose(): Promise<void>
}

/** A copy of the site's own content folder that a test may change. */
export async function copyContent(): Promise<ContentFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-content-'))
  await cp(REAL_CONTENT, folder, { recursive: true })
  return {
    folder,
    write: (file, text) => writeFile(path.join(folder, file), text),
    read: (file) => readFile(path.join(folder, file), 'utf8'),
    remove: (file) => rm(path.join(folder, file)),
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

import { appendFile, open } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { PagePath, Tag } from '#shared/contracts/primitives.ts'

const ExportedPage = Type.Object({
  path: PagePath,
  status: Type.Enum([200, 301, 308, 410]),
  /** Where it leads to, for one that has moved. */
  location: Type.Optional(Type.String()),
  /** Everything that was read to make it. */
  tags: Type.Array(Tag),
  /** Its files, relative to the folder of the export, its preview picture among them. */
  files: Type.Array(Type.String({ pattern: '^(?:public|gone)/(?!.*\\.\\./)' })),
  /** Of all its files. */
  bytes: Type.Integer(),
})
/** What an export says of a page, so that the next one can keep its files. */
export type ExportedPage = Static<typeof ExportedPage>

/** A line of JSON for each page. */
const LIST_FILE = 'finlore-pages.jsonl'

export interface PageListWriter {
  add(pages: readonly ExportedPage[]): Promise<void>
  /** Bytes of the file. */
  size(): number
}

/** Starts the list of an export. It is written in parts: there may be many pages. */
export async function startPageList(folder: string): Promise<PageListWriter> {
  const file = path.join(folder, LIST_FILE)
  let size = 0
  const append = async (text: string) => {
    await appendFile(file, text)
    size += Buffer.byteLength(text)
  }
  await append('')
  return {
    add: (pages) => append(pages.map((page) => `${JSON.stringify(page)}\n`).join('')),
    size: () => size,
  }
}

/** The pages of an export one by one; none when it has no list that can be read. */
export async function* readPageList(folder: string): AsyncGenerator<ExportedPage> {
  await using file = await open(path.join(folder, LIST_FILE)).catch(() => undefined)
  if (!file) return
  for await (const line of file.readLines()) {
    const page = parseShape(ExportedPage, line)
    if (!page) return
    yield page
  }
}

import { copyFileSync, linkSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { FormerExport } from './former-export.ts'
import { type ExportedPage, readPageList } from './page-list.ts'
import type { ExportedContent } from './patient-content.ts'

/** The pages of a former export that are still as content would have them. */
export interface ReusablePages {
  /** How many there are. */
  count: number
  /** The revision at which that is so. */
  revision: Revision
  /** Takes over the files of a page; `undefined` when the page has to be made. */
  keep(path: PagePath): ExportedPage | undefined
}

/**
 * Finds the pages of a former export that no change has touched since. Their files are linked, or
 * copied where that cannot be done, so their times tell a web server and an upload that they are the
 * same.
 *
 * @param target the folder of the new export
 */
export async function findReusablePages(
  content: Pick<ExportedContent, 'readChanges'>,
  { folder, madeAt, marker }: FormerExport,
  feed: string,
  target: string,
): Promise<ReusablePages | undefined> {
  const changes = await readChangedTags(content, feed, marker.revision)
  if (!changes) return undefined
  const known = new Map<PagePath, ExportedPage>()
  /** Most tags belong to many pages, and are held once. */
  const oneOfEach = new Map<Tag, Tag>()
  for await (const page of readPageList(folder)) {
    if (page.tags.some((tag) => changes.tags.has(tag))) continue
    const tags = page.tags.map((tag) => oneOfEach.get(tag) ?? tag)
    for (const tag of tags) oneOfEach.set(tag, tag)
    known.set(page.path, { ...page, tags })
  }
  return {
    count: known.size,
    revision: changes.revision,
    keep(path) {
      const page = known.get(path)
      known.delete(path)
      if (!page || !isWhole(folder, page, madeAt)) return undefined
      linkFiles(folder, target, page.files)
      return page
    },
  }
}

/** @returns `undefined` when content has another history now */
async function readChangedTags(
  content: Pick<ExportedContent, 'readChanges'>,
  feed: string,
  since: Revision,
): Promise<{ tags: ReadonlySet<Tag>; revision: Revision } | undefined> {
  const touched = new Set<Tag>()
  let after = since
  for (;;) {
    const { feed: current, revision, changes } = await content.readChanges(after, 0)
    if (current !== feed || revision < after) return undefined
    for (const tag of changes.flatMap(({ tags }) => tags)) touched.add(tag)
    const last = changes.at(-1)
    if (!last) return { tags: touched, revision }
    after = last.revision
  }
}

// There are ten files for each page. A synchronous call takes some microseconds for each of them, and
// an asynchronous one five times as long.

/** Whether all files are there, with the size of then, and older than their export. */
function isWhole(folder: string, { files, bytes }: ExportedPage, madeAt: number): boolean {
  let size = 0
  for (const name of files) {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false })
    if (!found || found.mtimeMs > madeAt) return false
    size += found.size
  }
  return size === bytes
}

function linkFiles(folder: string, target: string, names: readonly string[]): void {
  const folders = new Set(names.map((name) => path.dirname(path.join(target, name))))
  for (const each of folders) mkdirSync(each, { recursive: true })
  for (const name of names) {
    const [from, to] = [path.join(folder, name), path.join(target, name)]
    try {
      linkSync(from, to)
    } catch {
      copyFileSync(from, to)
    }
  }
}

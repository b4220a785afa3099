import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { type EntryMaker, makeEntries } from '../documents/make-entry.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { entryFiles } from './entry-files.ts'
import { ExportError } from './export-error.ts'
import type { PictureExport } from './export-pictures.ts'
import type { KeptPages } from './keep-pages.ts'
import type { ExportedPage } from './page-list.ts'
import { type NewFile, writeFiles } from './write-files.ts'

export interface PageExport {
  /** The folder of the new export. */
  folder: string
  maker: EntryMaker
  pictures: PictureExport | undefined
  /** Pages that need not be made. */
  kept: KeptPages | undefined
}

export interface WrittenPage {
  page: ExportedPage
  revision: Revision
}

/**
 * Writes what there is at these paths, in their order; what was made together with them comes last.
 *
 * @throws {ExportError} when a page cannot be rendered
 */
export async function exportPages(
  { folder, maker, pictures, kept }: PageExport,
  paths: readonly PagePath[],
): Promise<WrittenPage[]> {
  const stayed = paths.flatMap((path): WrittenPage[] => {
    const page = kept?.keep(path)
    return page && kept ? [{ page, revision: kept.revision }] : []
  })
  const known = new Set(stayed.map(({ page }) => page.path))
  const left = paths.filter((path) => !known.has(path))
  const made = await Promise.all(
    (await makeAll(maker, left)).map(async ({ entry, tags }) => {
      const files = [...entryFiles(entry), ...((await pictures?.files(entry)) ?? [])]
      return { files, page: describePage(entry, tags, files), revision: entry.revision }
    }),
  )
  await writeFiles(
    folder,
    made.flatMap(({ files }) => files),
  )
  const places = new Map(paths.map((path, place) => [path, place]))
  const placeOf = ({ page }: WrittenPage) => places.get(page.path) ?? paths.length
  return [...stayed, ...made].sort((a, b) => placeOf(a) - placeOf(b))
}

const describePage = (
  { path, status, location }: StoredEntry,
  tags: Tag[],
  files: readonly NewFile[],
): ExportedPage => ({
  path,
  status,
  ...(location !== undefined && { location }),
  tags,
  files: files.map(({ name }) => name),
  bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
})

/** Leaves out pages that were listed and have been removed since. */
async function makeAll(maker: EntryMaker, paths: readonly PagePath[]) {
  const made = await makeEntries(maker, paths)
  return made.flatMap((one) => {
    if (one.outcome === 'failed') {
      throw new ExportError(`${one.path} cannot be rendered`, { cause: one.error })
    }
    return one.outcome === 'made' ? [one] : []
  })
}

import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { SiteData } from '#shared/contracts/site.ts'
import { loadWebBundle } from '../../documents/bundle/web-bundle.ts'
import { makeEntries } from '../../documents/make-entry.ts'
import { type Encode, encodeBody } from '../../store/encode-body.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { entryFiles } from '../entry-files.ts'
import { type AllOrNone, chooseForms, type NewFile, writeFiles } from '../write-files.ts'
import { type ModelSource, openModelSource } from './model-source.ts'
import type { ExportedPage } from './page-list.ts'
import { openPatiently } from './patient-content.ts'

/** Where pages of an export come from and go to: plain data for threads. */
export interface PageExport {
  contentUrl: string
  models?: ModelSource
  siteUrl: string
  /** The folder of the new export. */
  folder: string
  compressed: AllOrNone
  /** If pictures are drawn: what they say of the site, and a folder that may have some of them. */
  pictures?: { site: SiteData; former: string }
}

export interface WrittenPage {
  page: ExportedPage
  revision: Revision
}

/** The pages that were written, or the first one that cannot be rendered. */
export type PagesExported = { written: WrittenPage[] } | { failed: PagePath; error: unknown }

/**
 * Makes and writes what there is at these paths, all of it in this thread. What was removed since it
 * was listed is left out.
 *
 * @throws {SiteError} `unavailable` when content does not answer
 */
export async function exportPages(
  { contentUrl, models: source, siteUrl, folder, compressed, pictures }: PageExport,
  paths: readonly PagePath[],
  signal?: AbortSignal,
): Promise<PagesExported> {
  const models = source && (await openModelSource(source))
  const content = openPatiently(contentUrl, { signal, ...(models && { models }) })
  const maker = { content, siteUrl, bundle: await loadedBundle(), encode: encoderFor(compressed) }
  // The typeface takes memory and time to load.
  const drawing = pictures && (await import('./export-pictures.ts'))
  const written: WrittenPage[] = []
  for (const made of await makeEntries(maker, paths)) {
    if (made.outcome === 'failed') return { failed: made.path, error: made.error }
    if (made.outcome === 'unknown') continue
    const { entry, tags } = made
    const files = [
      ...chooseForms(entryFiles(entry), compressed),
      ...(drawing ? drawing.pictureFiles(pictures, entry) : []),
    ]
    writeFiles(folder, files)
    written.push({ page: describePage(entry, tags, files), revision: entry.revision })
  }
  return { written }
}

let bundle: ReturnType<typeof loadWebBundle> | undefined
const loadedBundle = () => {
  bundle ??= loadWebBundle()
  return bundle
}

/** A web server sends the forms that there are, and only makes its own if there are none. */
export const encoderFor =
  (compressed: AllOrNone): Encode =>
  (text, contentType, options) =>
    encodeBody(
      text,
      contentType,
      compressed === 'all' ? { ...options, gzip: true } : { brotli: false, gzip: false },
    )

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

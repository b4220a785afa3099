import path from 'node:path'
import { ERROR_PATH, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import { MAX_MODELS } from '#shared/contracts/page-model.ts'
import type { Locale, PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import type { ServiceWorkerSwitch } from '../config.ts'
import { errorPage } from '../pages/error-page.ts'
import { feedPaths } from '../public-files/feeds/feed-addresses.ts'
import { loadLastingFiles } from '../public-files/lasting-files.ts'
import { SHELL_PATH } from '../public-files/shell-files.ts'
import { OTHER_INDEX_PATH, SITEMAP_PATH } from '../public-files/sitemap-xml.ts'
import { type EntryMaker, makeEntries, renderBodies } from '../rebuild/make-entry.ts'
import { encodeInThreads } from '../store/encode-in-threads.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { entryFiles, errorPageFiles, PUBLIC } from './entry-files.ts'
import { ExportError } from './export-error.ts'
import { MARKER_FILE, openExportFolder } from './export-folder.ts'
import { exportPictures } from './export-pictures.ts'
import { NGINX, startMaps } from './nginx-maps.ts'
import { renderNginxSite } from './nginx-site.ts'
import { type ExportedContent, patiently } from './patient-content.ts'
import { filesOf, type NewFile, writeFiles } from './write-files.ts'

export interface ExportOptions extends EntryMaker {
  content: ExportedContent
  /** Made, or replaced when it is empty or an export. */
  out: string
  /** Where the web server will find the folder; `out` itself when unset. */
  serveFrom?: string
  /** On unless told otherwise. */
  serviceWorker?: ServiceWorkerSwitch
  /** Off unless told otherwise. */
  indexing?: IndexingSwitch
  /** By which search engines know who tells them of addresses, where they are told. */
  indexNowKey?: string | undefined
  onProgress?: (pages: number) => void
  /** Gives up between two groups of pages, and leaves nothing behind. */
  signal?: AbortSignal
}

export interface ExportResult {
  /** Found ones, the not-found page included. */
  pages: number
  moved: number
  gone: number
  /** Compressed twins and the files for nginx included. */
  files: number
  bytes: number
  /** The oldest and the newest that a page is of; equal unless somebody edited meanwhile. */
  revisions: { from: Revision; to: Revision }
}

const LIST_PART = 1_000

/**
 * Writes the whole site as files: for a web server, and with what nginx needs to answer as the
 * render service does. The same content and code give the same bytes.
 *
 * Holds one group of pages in memory at a time. The folder appears when it is complete.
 *
 * @throws {ExportError} when the folder may not be replaced or a page cannot be rendered
 * @throws {SiteError} `unavailable` when content does not answer
 */
export async function exportSite(options: ExportOptions): Promise<ExportResult> {
  const { out, serveFrom = path.resolve(out) } = options
  const { folder, finish, discard } = await openExportFolder(out)
  try {
    const result = await fillFolder(options, folder, serveFrom)
    options.signal?.throwIfAborted()
    await finish()
    return result
  } finally {
    await discard()
  }
}

async function fillFolder(
  options: ExportOptions,
  folder: string,
  serveFrom: string,
): Promise<ExportResult> {
  const { bundle, siteUrl, onProgress, signal } = options
  const { serviceWorker = 'on', indexing = 'off', indexNowKey } = options
  const content = patiently(options.content, { signal })
  const maker = { content, bundle, siteUrl, encode: encodeInThreads }
  const counts = { pages: 0, moved: 0, gone: 0, files: 0, bytes: 0 }
  const write = async (files: readonly NewFile[]) => {
    await writeFiles(folder, files)
    counts.files += files.length
    for (const { bytes } of files) counts.bytes += bytes.length
  }
  const { shell } = await content.loadPageModels([NOT_FOUND_PATH])
  await write(errorPageFiles(ERROR_PATH, '500', await renderBodies(maker, errorPage(shell), shell)))
  const lasting = await loadLastingFiles(bundle, { siteUrl, serviceWorker, indexing, indexNowKey })
  for (const [address, { body }] of lasting) {
    await write(filesOf(`${PUBLIC}${address}`, body))
  }

  await using pictures = exportPictures(options.out, shell.site)
  await write([await pictures.siteFile()])

  const maps = await startMaps(folder)
  let from = Number.POSITIVE_INFINITY
  let to = 0
  for await (const paths of listGroups(content, shell)) {
    signal?.throwIfAborted()
    const entries = await makeAll(maker, paths)
    await write([...entries.flatMap(entryFiles), ...(await pictures.files(entries))])
    await maps.add(entries)
    for (const { status, location, revision, bodies } of entries) {
      from = Math.min(from, revision)
      to = Math.max(to, revision)
      if (location !== undefined) counts.moved += 1
      else if (status === 410) counts.gone += 1
      else if (bodies.html) counts.pages += 1
    }
    onProgress?.(counts.pages)
  }

  counts.files += maps.sizes().length
  for (const size of maps.sizes()) counts.bytes += size
  const { locale } = shell.site
  const mapEntries = counts.moved + counts.gone
  const site = renderNginxSite({ folder: serveFrom, siteUrl, indexing, locale, mapEntries })
  await write([
    { name: `${NGINX}/site.conf`, bytes: Buffer.from(site) },
    { name: MARKER_FILE, bytes: markerOf(siteUrl, locale, bundle.build) },
  ])
  return { ...counts, revisions: { from, to } }
}

/** All there is to make, in groups that are small enough to hold. */
async function* listGroups(content: ExportedContent, shell: Shell): AsyncGenerator<PagePath[]> {
  const { entries } = await content.loadSitemap(SITEMAP_PATH)
  yield [SHELL_PATH, NOT_FOUND_PATH]
  const parts = entries.map((entry) => entry.path)
  for (const path of [...feedPaths(shell), SITEMAP_PATH, OTHER_INDEX_PATH, ...parts]) yield [path]

  let after: string | undefined
  do {
    const { paths, next } = await content.listPaths(after, LIST_PART)
    const names = paths.map(({ path }) => path).filter((name) => name !== NOT_FOUND_PATH)
    for (let at = 0; at < names.length; at += MAX_MODELS) yield names.slice(at, at + MAX_MODELS)
    after = next ?? undefined
  } while (after !== undefined)
}

/** Leaves out what content no longer knows: it was listed, and is no more. */
async function makeAll(maker: EntryMaker, paths: readonly PagePath[]): Promise<StoredEntry[]> {
  const made = await makeEntries(maker, paths)
  return made.flatMap((one) => {
    if (one.outcome === 'failed') {
      throw new ExportError(`${one.path} cannot be rendered`, { cause: one.error })
    }
    return one.outcome === 'made' ? [one.entry] : []
  })
}

const markerOf = (siteUrl: string, locale: Locale, build: string) =>
  Buffer.from(`${JSON.stringify({ siteUrl, locale, build })}\n`)

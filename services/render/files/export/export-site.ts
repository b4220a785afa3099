import path from 'node:path'
import { ERROR_PATH, NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import type { HstsScope } from '#shared/http/security-headers.ts'
import { inOrder, inParts } from '#shared/in-order.ts'
import type { LoadedBundle } from '../../documents/bundle/web-bundle.ts'
import { errorPage } from '../../documents/error-page.ts'
import { feedPaths } from '../../documents/feeds/feed-addresses.ts'
import { isPagePath, renderBodies } from '../../documents/make-entry.ts'
import { SHELL_PATH } from '../../documents/shell-files.ts'
import { OTHER_INDEX_PATH, SITEMAP_PATH } from '../../documents/sitemap-xml.ts'
import { loadLastingFiles } from '../../server/answers/files/lasting-files.ts'
import type { ServiceWorkerSwitch } from '../../server/answers/files/service-worker-file.ts'
import { errorPageFiles, PUBLIC } from '../entry-files.ts'
import { type AllOrNone, chooseForms, filesOf, type NewFile, writeFiles } from '../write-files.ts'
import { ExportError } from './export-error.ts'
import { MARKER_FILE, openExportFolder } from './export-folder.ts'
import { exportHere, exportInThreads, type PageExporter } from './export-in-threads.ts'
import { encoderFor, type WrittenPage } from './export-pages.ts'
import {
  type FormerExport,
  findFormerExport,
  isUntouched,
  type Marker,
  partsHash,
} from './former-export.ts'
import type { ModelSource } from './model-source.ts'
import { NGINX, startMaps } from './nginx-maps.ts'
import { renderNginxSite } from './nginx-site.ts'
import { startPageList } from './page-list.ts'
import { type ExportedContent, openPatiently } from './patient-content.ts'
import { findReusablePages, type ReusablePages } from './reusable-pages.ts'

export interface ExportOptions {
  /** The address of the content service. */
  contentUrl: string
  /** Where page models are read instead. */
  models?: ModelSource
  bundle: LoadedBundle
  siteUrl: string
  /** The folder to write. Created, or replaced when it is empty or an export. */
  out: string
  /** The path under which the web server will find the folder; `out` itself when unset. */
  serveFrom?: string
  /** `on` by default. */
  serviceWorker?: ServiceWorkerSwitch
  /** `off` by default. */
  indexing?: IndexingSwitch
  /** `host` by default. */
  hsts?: HstsScope
  /** Proves to search engines that a notification is ours; absent where none are sent. */
  indexNowKey?: string | undefined
  /** `all` by default; with `none`, somebody else has to answer the addresses of preview pictures. */
  pictures?: AllOrNone
  /** `all` by default; with `none`, no file has `.br` and `.gz` forms beside it. */
  compressed?: AllOrNone
  onProgress?: (pages: number) => void
  /** Aborts between two groups of pages, and leaves nothing behind. */
  signal?: AbortSignal
}

export interface ExportResult {
  /** Pages with status 200, and the not-found page. */
  pages: number
  moved: number
  gone: number
  /** Including compressed forms and the files for nginx, without the one that says it is an export. */
  files: number
  bytes: number
  /** The oldest and the newest revision of a page; equal unless there was an edit meanwhile. */
  revisions: { from: Revision; to: Revision }
  /** Whether nothing was written, because the folder has just this export already. */
  isUnchanged: boolean
}

const LIST_PART = 1_000
/** Pages that are asked for and in memory together. */
const PAGES_AT_ONCE = 32
/** Small files that are made together. */
const FILES_AT_ONCE = 8
/** Starting threads takes as long as making some of these pages. */
const WORTH_THREADS = 200

/**
 * Writes the whole site as files for a web server, together with a configuration by which nginx
 * answers like the render service. The same content and code give the same bytes, and an export of
 * them that is there already stays.
 *
 * Holds a few groups of pages in memory at a time. The folder appears when it is complete.
 *
 * @throws {ExportError} when the folder may not be replaced or a page cannot be rendered
 * @throws {SiteError} `unavailable` when content does not answer
 */
export async function exportSite(options: ExportOptions): Promise<ExportResult> {
  const { out, serveFrom = path.resolve(out) } = options
  const sources = await nameSources(options, serveFrom)
  const former = await findFormerExport(out, sources.madeOf)
  if (former?.marker.revision === sources.revision && (await isUntouched(former))) {
    const { pages, moved, gone, files, bytes, revision } = former.marker
    const revisions = { from: revision, to: revision }
    return { pages, moved, gone, files, bytes, revisions, isUnchanged: true }
  }
  const { folder, finish, discard } = await openExportFolder(out)
  try {
    const result = await fillFolder(options, { ...sources, folder, serveFrom, former })
    options.signal?.throwIfAborted()
    await finish()
    return result
  } finally {
    await discard()
  }
}

/** The optional settings that decide what is written. */
const settingsOf = ({
  serviceWorker = 'on',
  indexing = 'off',
  hsts = 'host',
  indexNowKey,
  pictures = 'all',
  compressed = 'all',
}: ExportOptions) => ({ serviceWorker, indexing, hsts, indexNowKey, pictures, compressed })

interface Sources {
  /** Identifies the history of content, and how far it has come. */
  feed: string
  revision: Revision
  /** A hash of all that decides what is written, but for the revision: history, code and settings. */
  madeOf: string
}

async function nameSources(options: ExportOptions, serveFrom: string): Promise<Sources> {
  const { bundle, siteUrl } = options
  const { feed, revision } = await contentOf(options).listTitles(undefined, 1)
  const madeOf = partsHash([feed, bundle.build, siteUrl, serveFrom, settingsOf(options)])
  return { feed, revision, madeOf }
}

const contentOf = ({ contentUrl, signal }: ExportOptions): ExportedContent =>
  openPatiently(contentUrl, { signal })

interface ExportTarget extends Sources {
  folder: string
  serveFrom: string
  former: FormerExport | undefined
}

async function fillFolder(
  options: ExportOptions,
  { folder, serveFrom, feed, madeOf, former }: ExportTarget,
): Promise<ExportResult> {
  const { contentUrl, models, bundle, siteUrl, out, onProgress, signal } = options
  const settings = settingsOf(options)
  const { serviceWorker, indexing, hsts, indexNowKey, compressed } = settings
  const content = contentOf(options)
  const renderer = { bundle, siteUrl, encode: encoderFor(compressed) }
  const counts = { pages: 0, moved: 0, gone: 0, files: 0, bytes: 0 }
  const write = (files: readonly NewFile[]) => {
    const written = chooseForms(files, compressed)
    writeFiles(folder, written)
    counts.files += written.length
    for (const { bytes } of written) counts.bytes += bytes.length
  }
  const { shell } = await content.loadPageModels([NOT_FOUND_PATH])
  const error = await renderBodies(renderer, errorPage(shell), shell)
  write(errorPageFiles(ERROR_PATH, '500', error))
  const lasting = await loadLastingFiles(bundle, { siteUrl, serviceWorker, indexing, indexNowKey })
  for (const [address, { body }] of lasting) {
    write(filesOf(`${PUBLIC}${address}`, body))
  }

  const reusable = former && (await findReusablePages(content, former, feed, folder))
  const maps = await startMaps(folder)
  const list = await startPageList(folder)
  let from = Number.POSITIVE_INFINITY
  let to = 0
  const isLittle = former && reusable && former.marker.pages - reusable.count < WORTH_THREADS
  const exportTo = isLittle ? exportHere : exportInThreads
  const pictures = settings.pictures === 'all' && { pictures: { site: shell.site, former: out } }
  const pages = { contentUrl, siteUrl, folder, compressed, ...pictures, ...(models && { models }) }
  await using exporter = exportTo(pages, signal)
  const groups = inOrder(listGroups(content, shell), exporter.groupsAtOnce, async (paths) => {
    signal?.throwIfAborted()
    return exportGroup(exporter, reusable, paths).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
  })
  for await (const group of groups) {
    const written = group.map(({ page }) => page)
    await maps.add(written)
    // Only pages can be kept: what lies beside them is little, and made in no time.
    await list.add(written.filter(({ path }) => isPagePath(path)))
    for (const { page, revision } of group) {
      from = Math.min(from, revision)
      to = Math.max(to, revision)
      counts.files += page.files.length
      counts.bytes += page.bytes
      if (page.location !== undefined) counts.moved += 1
      else if (page.status === 410) counts.gone += 1
      else if (isPagePath(page.path)) counts.pages += 1
    }
    onProgress?.(counts.pages)
  }

  const sizes = [...maps.sizes(), list.size()]
  counts.files += sizes.length
  for (const size of sizes) counts.bytes += size
  const { locale } = shell.site
  const mapEntries = counts.moved + counts.gone
  const site = renderNginxSite({
    folder: serveFrom,
    siteUrl,
    indexing,
    hsts,
    locale,
    mapEntries,
    compressed,
  })
  write([{ name: `${NGINX}/site.conf`, bytes: Buffer.from(site) }])
  const marker: Marker = { siteUrl, locale, build: bundle.build, madeOf, revision: from, ...counts }
  writeFiles(folder, [{ name: MARKER_FILE, bytes: Buffer.from(`${JSON.stringify(marker)}\n`) }])
  return { ...counts, revisions: { from, to }, isUnchanged: false }
}

/** What there is at these paths, in their order; what was made together with them comes last. */
async function exportGroup(
  exporter: PageExporter,
  reusable: ReusablePages | undefined,
  paths: readonly PagePath[],
): Promise<WrittenPage[]> {
  const stayed = paths.flatMap((path): WrittenPage[] => {
    const page = reusable?.keep(path)
    return page && reusable ? [{ page, revision: reusable.revision }] : []
  })
  const known = new Set(stayed.map(({ page }) => page.path))
  const left = paths.filter((path) => !known.has(path))
  if (left.length === 0) return stayed
  const made = await exporter.run(left)
  if ('failed' in made) {
    throw new ExportError(`${made.failed} cannot be rendered`, { cause: made.error })
  }
  const places = new Map(paths.map((path, place) => [path, place]))
  const placeOf = ({ page }: WrittenPage) => places.get(page.path) ?? paths.length
  return [...stayed, ...made.written].sort((a, b) => placeOf(a) - placeOf(b))
}

/** All paths to make, in groups that are small enough to hold in memory. */
async function* listGroups(content: ExportedContent, shell: Shell): AsyncGenerator<PagePath[]> {
  const { entries } = await content.loadSitemap(SITEMAP_PATH)
  yield [SHELL_PATH, NOT_FOUND_PATH]
  const parts = entries.map((entry) => entry.path)
  yield* inParts([...feedPaths(shell), SITEMAP_PATH, OTHER_INDEX_PATH], FILES_AT_ONCE)
  for (const part of parts) yield [part]

  let after: string | undefined
  do {
    const { paths, next } = await content.listPaths(after, LIST_PART)
    const names = paths.map(({ path }) => path).filter((name) => name !== NOT_FOUND_PATH)
    yield* inParts(names, PAGES_AT_ONCE)
    after = next ?? undefined
  } while (after !== undefined)
}

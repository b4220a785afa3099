import type { FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { ERROR_PATH } from '#shared/contracts/page.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { Shell } from '#shared/contracts/site.ts'
import { inOrder } from '#shared/in-order.ts'
import type { LoadedBundle } from '../../documents/bundle/web-bundle.ts'
import { bareShell, errorPage } from '../../documents/error-page.ts'
import { renderBodies } from '../../documents/make-entry.ts'
import { SHELL_BODY, SHELL_PATH } from '../../documents/shell-files.ts'
import type { PublicFile } from '../../server/answers/bodies/encoded-file.ts'
import type { LastingFileOptions } from '../../server/answers/files/lasting-files.ts'
import { entryKey } from '../../store/entry-key.ts'
import type { PageStores } from '../../store/page-store.ts'
import { hasExpired, isOver, type StoredEntry } from '../../store/stored-entry.ts'
import { bodyFiles, copyFiles } from './copy-files.ts'
import { type CopyFolder, diskBytes, PAGES, type Version } from './copy-folder.ts'
import type { CopyRoom } from './copy-room.ts'

export interface Copier extends LastingFileOptions {
  store: Pick<PageStores, 'pages' | 'builds' | 'assets'>
  folder: CopyFolder
  bundle: LoadedBundle
  locale: Locale
  room: CopyRoom
  /** The files of this build and these settings, by address. */
  files: ReadonlyMap<string, PublicFile>
  log: Pick<FastifyBaseLogger, 'warn'>
}

export interface LookOptions {
  /** Marks every item that is still in the store. */
  marking: boolean
  /** Called when the most read pages are there. */
  onMostRead?: (() => void) | undefined
  signal: AbortSignal
}

/** What a comparison of the copy with the store came to. */
export interface Look {
  /** Whether another one at once would find something to do. */
  isSettled: boolean
  /** How many items have no room. */
  refused: number
  /** The first moment at which a page in the copy may not be shown any more. */
  nextEnd: string | undefined
}

/** The state of one look. */
interface Looking extends LookOptions {
  /** Only these are looked at, where there are such. */
  only: ReadonlySet<PagePath> | undefined
  look: Look
}

const ASSETS = '/assets/'
/** Entries read and written at the same time. */
const WIDTH = 8
/** An entry written this recently may be written again and get the same time stamp. */
const SETTLED_MS = 5_000
/** The version of files that never change under their name. */
const LASTING = 0

/**
 * Compares the copy with everything in the store, and copies what differs. Holds a few entries in
 * memory at a time.
 *
 * @throws {SiteError} `unavailable` when the store cannot be read, and whatever writing throws:
 *   what was copied until then stays, and so does everything that was there before
 */
export async function copyStore(copier: Copier, options: LookOptions): Promise<Look> {
  const { store, bundle, room } = copier
  await copyOwnFiles(copier, options)
  await copyAssets(copier, options)
  const mostRead = await store.pages(bundle.build).readMostRead()
  room.begin(mostRead)
  const look: Look = { isSettled: true, refused: 0, nextEnd: undefined }
  // In a new copy the most read pages come first; others may not fit, or come when it is too late.
  if (options.onMostRead && mostRead.length > 0) {
    await copyPages(copier, { ...options, look, only: new Set(mostRead) })
  }
  options.onMostRead?.()
  await copyPages(copier, { ...options, look, only: undefined })
  look.refused = room.refused
  if (await room.clear()) look.isSettled = false
  return look
}

async function copyPages(copier: Copier, looking: Looking): Promise<void> {
  const { store, bundle } = copier
  // This build's own pages first; from other builds only pages that it has not made yet.
  const builds = await store.builds()
  for (const build of [bundle.build, ...builds.filter((name) => name !== bundle.build)]) {
    const copying = inOrder(store.pages(build).list(), WIDTH, async ({ path, writtenAt }) => {
      looking.signal.throwIfAborted()
      if (looking.only && !looking.only.has(path)) return
      await copyEntry(copier, looking, build, path, writtenAt)
    })
    for await (const _ of copying);
  }
}

async function copyEntry(
  copier: Copier,
  { marking, look }: Looking,
  build: string,
  path: PagePath,
  writtenAt: Date,
): Promise<void> {
  const { store, folder, room, bundle, locale } = copier
  const key = PAGES + entryKey(path)
  const stamp = writtenAt.getTime()
  const receipt = await folder.find(key)
  if (receipt && hasExpired(receipt)) return folder.drop(key)
  if (receipt?.build === build && receipt.stamp === stamp && receipt.bytes !== undefined) {
    noteEnd(look, receipt.expiresAt)
    if (marking) await folder.mark(key)
    return
  }
  if (!receipt && !room.isOpen(path)) return
  if (receipt && !isBetter(bundle.build, { build, stamp }, receipt)) return

  const isSettled = Date.now() - stamp > SETTLED_MS
  // A missing entry was removed or is damaged, and will be made again.
  const entry = (await store.pages(build).read(path))?.entry
  const files =
    entry && tryMake(copier, entry, () => copyFiles(entry, { savedAt: writtenAt, locale }))
  if (!entry || !files || isOver(entry)) return
  // Before the receipt: if the process is killed in between, it is done again.
  if (path === SHELL_PATH && build === bundle.build) await copyErrorPage(copier, entry)
  // With another stamp than the entry's, the entry is compared again next time.
  const expiresAt = entry.bodies.html?.expiresAt
  const version = { build, stamp: isSettled ? stamp : stamp - 1, ...(expiresAt && { expiresAt }) }
  const more = diskBytes(files) - (receipt?.bytes ?? 0)
  if (!(await room.save(path, more, () => folder.save(key, version, files, writtenAt)))) {
    // Its former version is no answer any more.
    if (receipt) await folder.drop(key)
    return
  }
  look.isSettled = false
  noteEnd(look, expiresAt)
}

function noteEnd(look: Look, expiresAt: string | undefined): void {
  if (expiresAt !== undefined && !(look.nextEnd && look.nextEnd <= expiresAt)) {
    look.nextEnd = expiresAt
  }
}

/** Prefers this process's own build; of two others, the page that was made later. */
function isBetter(own: string, one: Version, other: Version): boolean {
  if (one.build === own || one.build === other.build) return true
  return other.build !== own && one.stamp > other.stamp
}

/** A single invalid entry must not keep others from being saved. */
function tryMake<T>({ log }: Copier, { path }: StoredEntry, make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    log.warn({ err: error, path }, 'a page could not be saved in the copy')
    return undefined
  }
}

const OWN_FILES = 'own/files'
const OWN_ERROR_PAGE = 'own/error-page'

/** Copies this build's own files, and an error page for paths that are not in the copy. */
async function copyOwnFiles(copier: Copier, { marking }: LookOptions): Promise<void> {
  const { store, folder, bundle, files } = copier
  const version = ownVersion(copier)
  if ((await folder.find(OWN_FILES))?.build !== version.build) {
    const own = [...files].flatMap(([address, { body }]) =>
      address.startsWith(ASSETS) ? [] : bodyFiles(address, body),
    )
    await folder.save(OWN_FILES, version, own, new Date())
  }
  const saved = await folder.find(OWN_ERROR_PAGE)
  if (!saved) {
    await copyErrorPage(copier, undefined)
  } else if (saved.build !== version.build) {
    // The former error page, with header and menu, stays until this build has its own shell.
    const shell = (await store.pages(bundle.build).read(SHELL_PATH))?.entry
    if (shell) await copyErrorPage(copier, shell)
  }
  if (marking) await Promise.all([OWN_FILES, OWN_ERROR_PAGE].map((key) => folder.mark(key)))
}

/** Everything that these files depend on: settings may change while the build stays the same. */
function ownVersion(copier: Copier): Version {
  const { bundle, siteUrl, locale, serviceWorker, indexing, indexNowKey } = copier
  return {
    build: [bundle.build, siteUrl, locale, serviceWorker, indexing, indexNowKey].join(' '),
    stamp: LASTING,
  }
}

/** @param shell without it, the page has neither header nor menu */
async function copyErrorPage(copier: Copier, shell: StoredEntry | undefined) {
  const { folder, locale } = copier
  const known = (shell && tryMake(copier, shell, () => parseShell(shell))) ?? bareShell(locale)
  const { html } = await renderBodies(copier, errorPage(known), known)
  await folder.save(OWN_ERROR_PAGE, ownVersion(copier), bodyFiles(ERROR_PATH, html), new Date())
}

function parseShell({ bodies }: StoredEntry): Shell | undefined {
  const body = bodies[SHELL_BODY]
  return body && Value.Parse(Shell, JSON.parse(body.bytes.identity.toString()))
}

/** Scripts and styles of all builds whose pages may be in the copy. */
async function copyAssets({ store, folder, bundle, files }: Copier, options: LookOptions) {
  const own = new Map(
    [...files].flatMap(([address, { body }]) =>
      address.startsWith(ASSETS)
        ? bodyFiles(address, body).map(
            ({ name, bytes }) => [name.slice(name.indexOf(ASSETS) + ASSETS.length), bytes] as const,
          )
        : [],
    ),
  )
  const stored = [...(await store.assets.names())].filter((name) => !name.endsWith('.br'))
  for (const name of new Set([...own.keys(), ...stored])) {
    options.signal.throwIfAborted()
    const key = `assets/${name}`
    if (await folder.find(key)) {
      if (options.marking) await folder.mark(key)
      continue
    }
    const bytes = own.get(name) ?? (await store.assets.read(name))?.bytes
    if (!bytes) continue
    const file = { name: `public${ASSETS}${name}`, bytes }
    await folder.save(key, { build: bundle.build, stamp: LASTING }, [file], new Date())
  }
}

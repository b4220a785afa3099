import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Locale } from '#shared/contracts/primitives.ts'
import { isFeedPath } from '../../documents/feeds/feed-addresses.ts'
import type { ServedBody } from '../../server/answers/bodies/served-body.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { entryFiles, fileName, PUBLIC } from '../entry-files.ts'
import { filesOf, type NewFile } from '../write-files.ts'
import { withSavedLine } from './saved-line.ts'

/** The folder of links for moved pages, which the web server resolves. */
const MOVED = 'moved'

/** A link to a folder. */
export interface NewLink {
  name: string
  /** Relative to the folder of the link. */
  target: string
}
export type CopyFile = NewFile | NewLink

/** What the copy adds to an entry. */
export interface SavedAs {
  savedAt: Date
  locale: Locale
}

/**
 * The files of an entry in the copy: as in an export, with the time of saving on every page.
 *
 * @throws {Error} for an entry that is not whole, or whose path no page can have
 */
export function copyFiles({ bodies, ...entry }: StoredEntry, as: SavedAs): CopyFile[] {
  if (entry.location !== undefined) return [movedLink(entry.path, entry.status, entry.location)]
  const plain = Object.entries(bodies).map(([name, body]) => [
    name,
    name === 'html' ? withLine(body, as) : withoutBrotli(body),
  ])
  const files = entryFiles({ ...entry, bodies: Object.fromEntries(plain) })
  return isFeedPath(entry.path) ? files.map(withFeedEnding) : files
}

/** The files of a body that is served unchanged. */
export const bodyFiles = (address: string, body: ServedBody): NewFile[] =>
  filesOf(`${PUBLIC}${address}`, withoutBrotli(body))

/** Without brotli, for which nginx has no built-in module; this saves disk space. */
export function withoutBrotli({ bytes, ...body }: ServedBody): ServedBody {
  const { br: _br, ...others } = bytes
  return { ...body, bytes: others }
}

/** The same level as for stored pages: see `compress-text.ts`. */
const GZIP_LEVEL = 2

function withLine(body: ServedBody, { locale, savedAt }: SavedAs): ServedBody {
  const identity = Buffer.from(withSavedLine(body.bytes.identity.toString(), locale, savedAt))
  return { ...body, bytes: { identity, gzip: gzipSync(identity, { level: GZIP_LEVEL }) } }
}

function movedLink(from: string, status: number, to: string): NewLink {
  const folder = `${MOVED}${path.posix.dirname(fileName(from))}`
  const target = `${PUBLIC}${path.posix.dirname(fileName(to))}`
  return {
    name: path.posix.join(folder, String(status)),
    target: path.posix.relative(folder, target),
  }
}

/** Gives a JSON feed an ending of its own, because web servers choose types by the ending. */
const withFeedEnding = ({ name, bytes }: NewFile): NewFile => ({
  name: name.replace(/\/feed\.json(?=$|\.gz$)/, '/feed.json.feed'),
  bytes,
})

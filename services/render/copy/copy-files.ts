import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Locale } from '#shared/contracts/primitives.ts'
import { entryFiles, fileName, PUBLIC } from '../export/entry-files.ts'
import { filesOf, type NewFile } from '../export/write-files.ts'
import type { ServedBody } from '../pages/served-body.ts'
import { isFeedPath } from '../public-files/feeds/feed-addresses.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { withSavedLine } from './saved-line.ts'

/** Links of moved pages: the web server finds out where they lead. */
const MOVED = 'moved'

/** A link to a folder. */
export interface NewLink {
  name: string
  /** Relative to where the link lies. */
  target: string
}
export type CopyFile = NewFile | NewLink

/** What the copy knows of an entry besides what is in it. */
export interface SavedAs {
  savedAt: Date
  locale: Locale
}

/**
 * The files of an entry in the copy: as in an export, and every page says of when it is.
 *
 * @throws {Error} for an entry that is not whole, or whose path no page of ours can have
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

/** The files of what is served as it is. */
export const bodyFiles = (address: string, body: ServedBody): NewFile[] =>
  filesOf(`${PUBLIC}${address}`, withoutBrotli(body))

/** nginx has no module for brotli by itself, and the disk is left to more pages. */
export function withoutBrotli({ bytes, ...body }: ServedBody): ServedBody {
  const { br: _br, ...kept } = bytes
  return { ...body, bytes: kept }
}

/** As low as where pages are made: see `compress-text.ts`. */
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

/** Its ending is that of all JSON, and the web server tells types by endings. */
const withFeedEnding = ({ name, bytes }: NewFile): NewFile => ({
  name: name.replace(/\/feed\.json(?=$|\.gz$)/, '/feed.json.feed'),
  bytes,
})

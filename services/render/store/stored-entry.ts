import { hash } from 'node:crypto'
import type { Instant, PagePath, Revision } from '#shared/contracts/primitives.ts'

/** Encodings in which every text is stored, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** One document, ready to be sent without further work. A picture has one encoding only. */
export interface StoredBody {
  contentType: string
  /** Names the bytes of the identity encoding; unquoted. */
  etag: string
  /** From then on, no cache may show it. */
  expiresAt?: Instant
  bytes: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
}

/** Which compressed forms of a text are made and kept; both by default. */
export interface CompressOptions {
  /** Without it, servers make that form for the first reader of a page: see `later-forms.ts`. */
  brotli?: boolean | undefined
  /** Without it, servers make that form when a client asks for it that takes no brotli. */
  gzip?: boolean | undefined
}

/**
 * Everything that is stored for one path, made from one model: a page's HTML and its page-data can
 * never be of different revisions.
 */
export interface StoredEntry {
  path: PagePath
  status: 200 | 301 | 308 | 410
  /** Where a moved page is now. */
  location?: PagePath
  revision: Revision
  /** By name: `html` and `data` of a page; other entries have their own. */
  bodies: Readonly<Record<string, StoredBody>>
}

/** The one body of an entry that holds the picture of an author. */
export const PORTRAIT_BODY = 'portrait'
/** A drawing of a text, in SVG. */
export const PICTURE_BODY = 'picture'

/** @throws {Error} when the entry has no body of this name */
export function bodyOf({ path, bodies }: StoredEntry, name: string): StoredBody {
  const body = bodies[name]
  if (!body) throw new Error(`The stored entry of ${path} has no ${name}`)
  return body
}

/** Whether it may not be shown any more. */
export const hasExpired = ({ expiresAt }: Pick<StoredBody, 'expiresAt'>, now = Date.now()) =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now

/** Of an entry that is over, content says what is there now. */
export const isOver = ({ bodies }: Pick<StoredEntry, 'bodies'>) =>
  Object.values(bodies).some((body) => hasExpired(body))

export const etagOf = (bytes: string | Buffer) => hash('sha256', bytes, 'base64url').slice(0, 22)

/** Equal for entries that look the same to readers. */
export function fingerprintOf({
  status,
  location,
  bodies,
}: Pick<StoredEntry, 'status' | 'location'> & {
  bodies: Readonly<Record<string, Pick<StoredBody, 'etag' | 'expiresAt'>>>
}): string {
  const etags = Object.entries(bodies).map(([name, { etag, expiresAt }]) =>
    expiresAt === undefined ? [name, etag] : [name, etag, expiresAt],
  )
  return etagOf(JSON.stringify([status, location ?? null, etags]))
}

import { LOAD_HEADER } from '#shared/http/problem-handler.ts'
import { REQUEST_ID_HEADER } from '#shared/http/request-id.ts'
import type { Headers } from '#shared/http/security-headers.ts'
import type { Encoding } from '../../../store/stored-entry.ts'
import type { Caching } from './caching.ts'
import { PAGE_HEADER } from './page-header.ts'
import { bodyHeaders, bytesOf, keepingHeaders, type ServedBody, tagOf } from './served-body.ts'

/** A file as it is sent. */
export interface PublicFile {
  body: ServedBody
  caching: Caching
  /** The template of the route that serves it. */
  route: string
  /**
   * As it is sent from memory, by the `Acceptance` of clients. Filled at the first answer, because
   * putting it together takes longer than finding the file.
   */
  ready?: (EncodedFile | undefined)[]
  /** The same for caches that may keep it until they are purged of it. */
  readyToKeep?: (EncodedFile | undefined)[]
}

/** A file in one encoding, as it is sent from memory. */
export interface EncodedFile {
  bytes: Buffer
  /** Of a 200, and of a 304. */
  headers: PreparedHeaders
  keepingHeaders: PreparedHeaders
  /** The `etag` of this encoding. Nearly every client that has a copy sends exactly this one. */
  tag: string
  /** The value of `LOAD_HEADER` that is among the headers. */
  load: string | undefined
}

/**
 * Name, value, name, value; all of them but the request id, whose place is `list[idAt]`, and what
 * `PAGE_HEADER` says, which an answer of an entry has at `list[originAt]`.
 */
export interface PreparedHeaders {
  list: readonly string[]
  idAt: number
  originAt: number | undefined
}

interface EncodeOptions {
  /** Whether it is of an entry, so that answers say which. */
  isOfEntry: boolean
  /** Headers that every answer at the file's address has. */
  common: Headers
  /** The value of `LOAD_HEADER`, if there is one now. */
  load: string | undefined
  /** By which caches are purged of the file, if they may keep it until then. */
  keys: Headers | undefined
  /** The same file with another `load`: its bytes are used again. */
  known: EncodedFile | undefined
}

/** A form that is not stored is made here, for the first client that takes it. */
export function encodedFile(
  file: PublicFile,
  encoding: Encoding,
  { isOfEntry, common, load, keys, known }: EncodeOptions,
): EncodedFile {
  const { body } = file
  const caching = keys ? 'purged' : file.caching
  const bytes = known?.bytes ?? bytesOf(body, encoding)
  const rest = [
    ...Object.entries(common).flat(),
    ...Object.entries(keys ?? {}).flat(),
    ...(load === undefined ? [] : [LOAD_HEADER, load]),
  ]
  return {
    bytes,
    headers: prepare(isOfEntry, bodyHeaders(body, encoding, caching), [
      ...rest,
      ...['content-length', String(bytes.length)],
    ]),
    keepingHeaders: prepare(isOfEntry, keepingHeaders(body, encoding, caching), rest),
    tag: tagOf(body, encoding),
    load,
  }
}

const prepare = (
  isOfEntry: boolean,
  before: readonly string[],
  after: readonly string[],
): PreparedHeaders => ({
  list: [...(isOfEntry ? [PAGE_HEADER, ''] : []), ...before, REQUEST_ID_HEADER, '', ...after],
  idAt: before.length + (isOfEntry ? 3 : 1),
  originAt: isOfEntry ? 1 : undefined,
})

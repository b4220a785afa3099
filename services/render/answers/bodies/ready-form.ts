import type { Encoding } from '../../store/stored-entry.ts'
import type { PublicFile } from './public-file.ts'
import { bodyHeaders, keepingHeaders, tagOf } from './served-body.ts'

/** A file in one encoding; headers as name, value, name, value. */
export interface ReadyForm {
  bytes: Buffer
  /** `content-length`: the number of bytes in decimal digits. */
  length: string
  /** Headers of a 200, and of a 304. */
  headers: readonly string[]
  keepingHeaders: readonly string[]
  /** The `etag` of this form. Nearly every client that has a copy sends exactly this one. */
  tag: string
}

/**
 * Keeps the headers of each form for as long as its file is kept: putting them together takes
 * longer than finding the file.
 */
export function createReadyForms(): (file: PublicFile, form: Encoding) => ReadyForm {
  const known = new WeakMap<PublicFile, Partial<Record<Encoding, ReadyForm>>>()
  return (file, form) => {
    const forms = known.get(file) ?? {}
    known.set(file, forms)
    forms[form] ??= makeReady(file, form)
    return forms[form]
  }
}

function makeReady({ body, caching }: PublicFile, form: Encoding): ReadyForm {
  const bytes = body.bytes[form] ?? body.bytes.identity
  return {
    bytes,
    length: String(bytes.length),
    headers: bodyHeaders(body, form, caching),
    keepingHeaders: keepingHeaders(body, form, caching),
    tag: tagOf(body, form),
  }
}

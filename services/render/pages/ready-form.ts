import type { PublicFile } from '../public-files/public-file.ts'
import type { Encoding } from '../store/stored-entry.ts'
import { bodyHeaders, keepingHeaders, tagOf } from './served-body.ts'

/** A file in one encoding; headers as name, value, name, value. */
export interface ReadyForm {
  bytes: Buffer
  /** Of these bytes, in decimal digits. */
  length: string
  /** What an answer says that has the bytes, and one to who has them already. */
  headers: readonly string[]
  keepingHeaders: readonly string[]
  /** The name of this very form, which is what nearly everybody sends who has it. */
  tag: string
}

/**
 * Remembers the headers of what is sent again and again, as long as the file itself is kept:
 * putting them together takes longer than finding it.
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

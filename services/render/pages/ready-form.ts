import type { Headers } from '#shared/http/security-headers.ts'
import type { PublicFile } from '../public-files/public-file.ts'
import type { Encoding } from '../store/stored-entry.ts'
import { bodyHeaders, keepingHeaders, tagOf } from './served-body.ts'

/** A file in one encoding. */
export interface ReadyForm {
  bytes: Buffer
  /** What an answer says: with these bytes, or to who has them. */
  full: ReadyHeaders
  unchanged: ReadyHeaders
  /** The name of this very form, which is what nearly everybody sends who has it. */
  tag: string
}

/** Headers as name, value, name, value. */
export interface ReadyHeaders {
  own: readonly string[]
  /** What follows when each answer has said what is its alone. */
  common: readonly string[]
}

/**
 * Remembers the headers of what is sent again and again, as long as the file itself is kept:
 * putting them together takes longer than finding it.
 *
 * @param headers what every answer at the file's address says
 */
export function createReadyForms(): (
  file: PublicFile,
  form: Encoding,
  headers: Headers,
) => ReadyForm {
  const known = new WeakMap<PublicFile, Partial<Record<Encoding, ReadyForm>>>()
  return (file, form, headers) => {
    const forms = known.get(file) ?? {}
    const ready = forms[form] ?? makeReady(file, form, headers)
    if (forms[form]) return ready
    forms[form] = ready
    known.set(file, forms)
    return ready
  }
}

function makeReady({ body, caching }: PublicFile, form: Encoding, headers: Headers): ReadyForm {
  const bytes = body.bytes[form] ?? body.bytes.identity
  const common = Object.entries(headers).flat()
  return {
    bytes,
    full: {
      own: bodyHeaders(body, form, caching),
      common: [...common, 'content-length', String(bytes.length)],
    },
    unchanged: { own: keepingHeaders(body, form, caching), common },
    tag: tagOf(body, form),
  }
}

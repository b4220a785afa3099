import {
  SPECULATION_RULES_HEADER,
  SPECULATION_RULES_VALUE,
} from '../public-files/speculation-rules.ts'
import type { Encoding } from '../store/stored-entry.ts'
import { type Caching, cachingHeaders } from './caching.ts'

/** A document that can be sent as it is; in fewer encodings where compression gains nothing. */
export interface ServedBody {
  contentType: string
  /** Names the bytes of the identity form; unquoted. */
  etag: string
  bytes: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
}

const HTML = 'text/html'
const ETAG_SUFFIX: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' }

/** The best form of a body that the client takes. */
export function chooseForm({ bytes }: ServedBody, accepted: string | undefined): Encoding {
  const encoding = chooseEncoding(accepted)
  return bytes[encoding] ? encoding : 'identity'
}

/** What is said of a body in the form that is sent; name, value, name, value. */
export function bodyHeaders(body: ServedBody, form: Encoding, caching: Caching): string[] {
  const headers = ['content-type', body.contentType, ...keepingHeaders(body, form, caching)]
  if (form !== 'identity') headers.push('content-encoding', form)
  if (body.contentType.startsWith(HTML)) {
    headers.push(SPECULATION_RULES_HEADER, SPECULATION_RULES_VALUE)
  }
  return headers
}

/** The same for who has the body already. */
export function keepingHeaders(body: ServedBody, form: Encoding, caching: Caching): string[] {
  const headers = [...cachingHeaders(caching), 'vary', 'Accept-Encoding']
  if (caching !== 'never') headers.push('etag', tagOf(body, form))
  return headers
}

/** The name of a body's bytes in one form, as it stands in headers. */
export const tagOf = ({ etag }: ServedBody, form: Encoding) => `"${etag}${ETAG_SUFFIX[form]}"`

/** Whichever form the client keeps: its bytes stand for the same text. */
export function hasBody(header: string | undefined, { etag }: ServedBody): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag.replace(/^"(.*?)(?:-br|-gz)?"$/, '$1') === etag
  })
}

/** Browsers send a handful of different headers; what nobody sends twice need not be remembered. */
const MAX_REMEMBERED = 200
const remembered = new Map<string, Encoding>()

/** The best of ours that the client does not refuse; a missing header asks for nothing special. */
export function chooseEncoding(header = ''): Encoding {
  const known = remembered.get(header)
  if (known) return known
  const chosen = parseAccepted(header)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(header, chosen)
  return chosen
}

function parseAccepted(header: string): Encoding {
  const parts = header.toLowerCase().split(',')
  const taken = new Map(
    parts.map((part) => [part.split(';', 1)[0]?.trim(), !/;\s*q=0(?:\.0*)?\s*$/.test(part)]),
  )
  if (taken.get('br')) return 'br'
  return (taken.get('gzip') ?? taken.get('*')) ? 'gzip' : 'identity'
}

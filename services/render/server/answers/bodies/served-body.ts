import {
  SPECULATION_RULES_HEADER,
  SPECULATION_RULES_VALUE,
} from '../../../documents/speculation-rules.ts'
import { isMadeLater, makeForm } from '../../../store/later-forms.ts'
import type { Encoding, StoredBody } from '../../../store/stored-entry.ts'
import { type Caching, cachingHeaders } from './caching.ts'

/** A document that can be sent as it is, whether it was stored or not. */
export interface ServedBody extends StoredBody {
  /** It is HTML for readers who save data: their browsers fetch nothing before a click. */
  isLite?: boolean
}

const HTML = 'text/html'
const ETAG_SUFFIX: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' }

/** The best encoding of a body that the client accepts. */
export function chooseEncoding(body: ServedBody, accepted: string | undefined): Encoding {
  const encodings = ACCEPTED[acceptanceOf(accepted)] ?? []
  const isThere = (encoding: Encoding) => body.bytes[encoding] || isMadeLater(body, encoding)
  return encodings.find(isThere) ?? 'identity'
}

/** Forms that this process made because clients asked for them, so far. */
export const formsMade = { br: 0, gzip: 0 }

/** The bytes to send. A form that is not there is made now: see `makeForm`. */
export function bytesOf(body: ServedBody, encoding: Encoding): Buffer {
  const { bytes } = body
  const known = bytes[encoding]
  if (known || encoding === 'identity' || !isMadeLater(body, encoding)) {
    return known ?? bytes.identity
  }
  formsMade[encoding] += 1
  return makeForm(body, encoding)
}

/** Headers of a body in the encoding that is sent, as name, value, name, value. */
export function bodyHeaders(body: ServedBody, encoding: Encoding, caching: Caching): string[] {
  const headers = ['content-type', body.contentType, ...keepingHeaders(body, encoding, caching)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  if (body.contentType.startsWith(HTML) && !body.isLite) {
    headers.push(SPECULATION_RULES_HEADER, SPECULATION_RULES_VALUE)
  }
  return headers
}

/** Headers of a 304, which repeats those about caching but not the body's. */
export function keepingHeaders(body: ServedBody, encoding: Encoding, caching: Caching): string[] {
  const vary = body.contentType.startsWith(HTML) ? 'Accept-Encoding, Save-Data' : 'Accept-Encoding'
  const headers = [...cachingHeaders(caching, body.expiresAt), 'vary', vary]
  if (caching !== 'never') headers.push('etag', tagOf(body, encoding))
  return headers
}

/** The `etag` of a body in one encoding, quoted as in headers. */
export const tagOf = ({ etag }: ServedBody, encoding: Encoding) =>
  `"${etag}${ETAG_SUFFIX[encoding]}"`

/** Whether an `if-none-match` header names this body. Any encoding counts: the text is the same. */
export function hasBody(header: string | undefined, { etag }: ServedBody): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag.replace(/^"(.*?)(?:-br|-gz)?"$/, '$1') === etag
  })
}

/** Our compressions that a client accepts, the best first. An `Acceptance` is a place in this list. */
const ACCEPTED: readonly (readonly Encoding[])[] = [[], ['gzip'], ['br'], ['br', 'gzip']]
export type Acceptance = number

/** Browsers send a handful of different headers; the bound is for clients that vary theirs. */
const MAX_REMEMBERED = 200
const remembered = new Map<string, Acceptance>()

/** Which of our compressions a client accepts, by its `accept-encoding`; none without a header. */
export function acceptanceOf(header = ''): Acceptance {
  const known = remembered.get(header)
  if (known !== undefined) return known
  const acceptance = parseAccepted(header)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(header, acceptance)
  return acceptance
}

function parseAccepted(header: string): Acceptance {
  const parts = header.toLowerCase().split(',')
  const taken = new Map(
    parts.map((part) => [part.split(';', 1)[0]?.trim(), !/;\s*q=0(?:\.0*)?\s*$/.test(part)]),
  )
  const isGzip = taken.get('gzip') ?? taken.get('*')
  return (taken.get('br') ? 2 : 0) + (isGzip ? 1 : 0)
}

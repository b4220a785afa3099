import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#shared/addresses/topic-address.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import type { Headers } from '#shared/http/security-headers.ts'
import { renderLite } from '../../documents/lite-html.ts'
import { encodeBody } from '../../store/encode-body.ts'
import type { StoredBody } from '../../store/stored-entry.ts'
import { sendBody } from './bodies/send-body.ts'
import type { ServedBody } from './bodies/served-body.ts'

/** Why a reader gets a light page: its address says so, or the browser says that it saves data. */
type Reason = 'address' | 'browser'

const IN_QUERY = /[?&]lite(?:=([^&#]*))?(?=[&#]|$)/
/** In an address, what leads to the whole page whatever the browser says. */
const WHOLE = 'no'

/**
 * Whether a light page is to be sent, and why.
 *
 * @param url as requested, with its query
 * @param saveData the header `Save-Data`
 */
export function whyLite(
  url: string,
  saveData: string | readonly string[] | undefined,
): Reason | undefined {
  const named = url.includes('?') ? IN_QUERY.exec(url) : null
  if (named) return named[1] === WHOLE ? undefined : 'address'
  return saveData === 'on' ? 'browser' : undefined
}

/** Light pages that are kept. They are made in a millisecond or two, so a few of them will do. */
const MAX_KEPT = 200

export interface SentPage {
  status?: number
  /** By which caches are purged of the page, if they may keep it until then. */
  keys?: Headers | undefined
  /** The path of the page, or what leads to the same page; `undefined`: to none. */
  whole?: PagePath | undefined
}

export type SendPage = ReturnType<typeof createPageSender>

/** Returns a function that sends a page as it is stored, or light where that is wanted. */
export function createPageSender(styles: string, locale: Locale) {
  const kept = new Map<string, Promise<StoredBody>>()

  function makeLite({ bytes, contentType, etag }: ServedBody, whole: string, reason: Reason) {
    const key = `${etag} ${reason} ${whole}`
    const known = kept.get(key)
    if (known) return known
    const keepsLite = reason === 'address'
    const options = { locale, styles, whole: whole === '' ? undefined : whole, keepsLite }
    const made = encodeBody(renderLite(bytes.identity.toString(), options), contentType)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest)
    kept.set(key, made)
    return made
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    html: ServedBody,
    { status = 200, keys, whole }: SentPage = {},
  ) => {
    const reason = whyLite(request.url, request.headers['save-data'])
    if (reason === undefined) return sendBody(request, reply, html, { status, keys })
    const lite = await makeLite(html, whole === undefined ? '' : wholeAddress(whole), reason)
    const { expiresAt } = html
    const body = { ...lite, ...(expiresAt !== undefined && { expiresAt }), isLite: true } as const
    // What the browser's header alone has chosen is for this reader: some caches pass over `Vary`.
    return sendBody(request, reply, body, {
      status,
      ...(reason === 'browser' && { caching: 'private' }),
    })
  }
}

/** @param page a path, or an address with a query */
function wholeAddress(page: string): string {
  const address = addressOf(page)
  return `${address}${address.includes('?') ? '&' : '?'}lite=${WHOLE}`
}

import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a reader may write that is not passed on: what speaks of their own connection, or of a body,
 * which no request of ours has; and what is not theirs to say, which is where they went and what is
 * traced.
 */
const OF_READERS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings', 'te', 'trailer'],
  ...['expect', 'transfer-encoding', 'content-length', 'content-type', 'content-encoding'],
  ...['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'traceparent', 'tracestate'],
])

/** Headers of a service's answer that concern only its connection to us, not the reader's. */
const OF_SERVICES: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

export const fromReader = (headers: IncomingHttpHeaders) => without(OF_READERS, headers)
export const fromService = (headers: IncomingHttpHeaders) => without(OF_SERVICES, headers)

function without(names: ReadonlySet<string>, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)))
}

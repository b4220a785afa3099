import type { IncomingMessage } from 'node:http'
import { FORWARDED_HEADER } from './forwarded-for.ts'
import type { TrustAddress } from './trusted-proxies.ts'

/** What only a proxy may say of a request: its client, and whether it is traced. */
const SAID_BY_PROXIES = [FORWARDED_HEADER, 'traceparent', 'tracestate']

/** Removes from a request what its sender has no right to say. */
export function removeUntrustedHeaders(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trusts: TrustAddress,
): void {
  if (!SAID_BY_PROXIES.some((name) => name in headers)) return
  if (trusts(socket.remoteAddress ?? '')) return
  for (const name of SAID_BY_PROXIES) delete headers[name]
}

/**
 * The addresses that a proxied request came from. Each proxy appends the address of its client, so
 * the last address that is not one of our proxies counts; the sender may have invented those
 * before.
 */
export const FORWARDED_HEADER = 'x-forwarded-for'

/** The parts of a request that are needed to forward it. */
export interface Passed {
  headers: Readonly<Record<string, string | string[] | undefined>>
  socket: { remoteAddress?: string | undefined }
}

/**
 * The header for a request that is made on behalf of this one. The address of our client comes last.
 * What it says of those before is kept: see `removeUntrustedHeaders`.
 */
export function forwardedFor({ headers, socket: { remoteAddress = 'unknown' } }: Passed): string {
  return [headers[FORWARDED_HEADER] ?? [], remoteAddress].flat().join(', ')
}

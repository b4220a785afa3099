import type { TrustAddress } from './trusted-proxies.ts'

/**
 * Says whom a request comes from that others have passed on. Each adds whom it heard it from, so the
 * last address counts that is not one of ours; those before it are what the sender wrote.
 */
export const FORWARDED_HEADER = 'x-forwarded-for'

/** What is needed of a request to pass it on. */
export interface Passed {
  headers: Readonly<Record<string, string | string[] | undefined>>
  socket: { remoteAddress?: string | undefined }
}

/**
 * The header for a request that is passed on, or made for this one: whoever asked us stands last.
 *
 * @param trusts who is believed about those before him; everybody unless given, which is right only
 *   where nobody but our own proxies can ask
 */
export function forwardedFor(
  { headers, socket: { remoteAddress = 'unknown' } }: Passed,
  trusts: TrustAddress = () => true,
): string {
  const before = trusts(remoteAddress) ? headers[FORWARDED_HEADER] : undefined
  return [before ?? [], remoteAddress].flat().join(', ')
}

import type { TrustAddress } from './trusted-proxies.ts'

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
 * The header for a request that is forwarded, or made on behalf of this one. The address of our
 * client comes last.
 *
 * @param trusts which clients' own header is kept; all unless given, which is right only where all
 *   clients are our own proxies
 */
export function forwardedFor(
  { headers, socket: { remoteAddress = 'unknown' } }: Passed,
  trusts: TrustAddress = () => true,
): string {
  const before = trusts(remoteAddress) ? headers[FORWARDED_HEADER] : undefined
  return [before ?? [], remoteAddress].flat().join(', ')
}

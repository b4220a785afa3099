/** Says whom a request comes from that others have passed on: the first address of the list. */
export const FORWARDED_HEADER = 'x-forwarded-for'

/** What is needed of a request to pass it on. */
export interface Passed {
  headers: Readonly<Record<string, string | string[] | undefined>>
  socket: { remoteAddress?: string | undefined }
}

/** The header for a request that is passed on, or made for this one: whoever asked us stands last. */
export function forwardedFor({ headers, socket }: Passed): string {
  const before = headers[FORWARDED_HEADER] ?? []
  return [before, socket.remoteAddress ?? 'unknown'].flat().join(', ')
}

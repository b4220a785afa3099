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

/** The header for a request that is passed on, or made for this one: whoever asked us stands last. */
export function forwardedFor({ headers, socket }: Passed): string {
  const before = headers[FORWARDED_HEADER] ?? []
  return [before, socket.remoteAddress ?? 'unknown'].flat().join(', ')
}

import type { ClientError } from '#shared/contracts/client-errors.ts'
import { isChunkFailure } from './chunk-failure.ts'

const reported = new Set<ClientError>()

/** Reports to the server that an error of a kind happened: once per document, and no details. */
export function reportClientError(kind: ClientError): void {
  if (reported.has(kind)) return
  reported.add(kind)
  const request = { keepalive: true, referrerPolicy: 'no-referrer' } as const
  // Without a network the error stays unreported.
  fetch(`/api/client-errors/${kind}`, request).catch(() => {})
}

/**
 * Reports the errors that no code of ours catches. Scripts of browser extensions run in the page
 * too, so an error counts only where a script of this build is named as its place.
 */
export function reportUncaughtErrors(): void {
  const isOurs = (place: unknown) => String(place).includes(`${location.origin}/assets/`)
  // An event of this type that a script dispatches itself has no file name.
  addEventListener('error', ({ filename }) => {
    if (isOurs(filename)) reportClientError('script')
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isChunkFailure(reason)) reportClientError('chunk')
    else if (isOurs(reason?.stack)) reportClientError('script')
  })
}

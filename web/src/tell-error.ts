import type { ClientError } from '#shared/contracts/client-errors.ts'
import { isChunkFailure } from './chunk-failure.ts'

const told = new Set<ClientError>()

/** Tells the server that there was an error of a kind: once per document, and nothing else of it. */
export function tellError(kind: ClientError): void {
  if (told.has(kind)) return
  told.add(kind)
  const request = { keepalive: true, referrerPolicy: 'no-referrer' } as const
  // Without a network, nobody is told.
  fetch(`/api/client-errors/${kind}`, request).catch(() => {})
}

/** Tells of what nobody has caught in our own scripts; extensions have scripts on the page as well. */
export function watchErrors(): void {
  addEventListener('error', ({ filename }) => {
    if (filename.startsWith(`${location.origin}/assets/`)) tellError('script')
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    tellError(isChunkFailure(reason) ? 'chunk' : 'script')
  })
}

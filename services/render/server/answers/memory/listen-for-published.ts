import type { PagePath } from '#shared/contracts/primitives.ts'
import { type Listener, listen } from '#shared/database/listen.ts'
import { decodePublished, PUBLISHED_CHANNEL } from '../../../worker/records/published-signal.ts'

/** Hears which pages a worker or server has just published. Only a hint: messages may be lost. */
export interface PublishedListener {
  onPublished(build: string, paths: readonly PagePath[]): void
  /** Messages may have been missed. */
  onGap(): void
}

/** Listens to every worker and server over one connection of its own. */
export const listenForPublished = (databaseUrl: string, listener: PublishedListener): Listener =>
  listen(databaseUrl, {
    channel: PUBLISHED_CHANNEL,
    name: 'finlore-render-published',
    onMessage(payload) {
      const published = decodePublished(payload)
      if (published) listener.onPublished(published.build, published.paths)
    },
    onGap: listener.onGap,
  })

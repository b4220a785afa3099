import type { PagePath } from '#shared/contracts/primitives.ts'
import { listen } from '#shared/database/listen.ts'
import { decodePublished, PUBLISHED_CHANNEL } from '../../records/published-signal.ts'

/** Reports which pages a worker or server has just published. Only a hint: messages may be lost. */
export interface PublishedSignal {
  /** From now on, until the signal is closed. */
  subscribe(subscriber: PublishedSubscriber): void
  close(): Promise<void>
}

export interface PublishedSubscriber {
  onPublished(build: string, paths: readonly PagePath[]): void
  /** Messages may have been missed. */
  onGap(): void
}

/** Listens to every worker and server over one connection of its own. */
export function listenForPublished(databaseUrl: string): PublishedSignal {
  const subscribers = new Set<PublishedSubscriber>()
  const listener = listen(databaseUrl, {
    channel: PUBLISHED_CHANNEL,
    name: 'finlore-render-published',
    onMessage(payload) {
      const published = decodePublished(payload)
      if (!published) return
      for (const subscriber of subscribers) {
        subscriber.onPublished(published.build, published.paths)
      }
    },
    onGap() {
      for (const subscriber of subscribers) subscriber.onGap()
    },
  })
  return {
    subscribe: (subscriber) => void subscribers.add(subscriber),
    close: listener.close,
  }
}

import { onTestFinished, vi } from 'vitest'
import type { Indexer } from '../../../services/search/engines/meili/create-indexer.ts'

/** Has an indexer at work until the test ends. */
export function followQuietly(indexer: Pick<Indexer, 'follow'>) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const stopping = new AbortController()
  const ended = indexer.follow(log, stopping.signal)
  const stop = () => {
    stopping.abort()
    return ended
  }
  onTestFinished(stop)
  const until = (assertion: () => void | Promise<void>, timeout = 15_000) =>
    vi.waitFor(assertion, { interval: 20, timeout })
  return { log, until, stop }
}

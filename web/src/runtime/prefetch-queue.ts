import { keyOf, type PageTarget } from './addresses.ts'

/** Links that the reader only scrolls past leave the queue within this time. */
const DELAY_MS = 3_000
const BATCH_SIZE = 4
/** Limits the data of one page's links: 20 pages are about 200 KB. */
const MAX_PAGES_PER_VIEW = 20
/** After this time the next batch no longer waits for a page. */
const MAX_FETCH_MS = 5_000

export interface PrefetchOptions {
  /** Never rejects, and fetches a page once. */
  fetchPage(target: PageTarget): Promise<unknown>
  /** Whether a page needs no fetching, because it is loaded or shown. */
  isKnown(target: PageTarget): boolean
  mayPrefetch(): boolean
  whenIdle(callback: () => void): void
}

export type PrefetchQueue = ReturnType<typeof createPrefetchQueue>

export function createPrefetchQueue(options: PrefetchOptions) {
  const { fetchPage, isKnown, mayPrefetch, whenIdle } = options
  /** Oldest first, with the number of links in view that lead to each page. */
  const waiting = new Map<string, { target: PageTarget; links: number }>()
  let fetched = new Map<string, Promise<unknown>>()
  let isBusy = false

  function fetchOnce(target: PageTarget): Promise<unknown> | undefined {
    const key = keyOf(target)
    waiting.delete(key)
    const former = fetched.get(key)
    if (former || fetched.size >= MAX_PAGES_PER_VIEW || isKnown(target)) return former
    const fetching = Promise.race([fetchPage(target), delay(MAX_FETCH_MS)])
    fetched.set(key, fetching)
    return fetching
  }

  function schedule() {
    isBusy = true
    setTimeout(() => whenIdle(runBatch), DELAY_MS)
  }

  async function runBatch() {
    const batch = [...waiting.values()].slice(0, BATCH_SIZE)
    // Checked again, because the tab may be hidden by now.
    await Promise.all(batch.map(({ target }) => (mayPrefetch() ? fetchOnce(target) : undefined)))
    isBusy = false
    if (waiting.size > 0 && mayPrefetch()) schedule()
  }

  return {
    /** Queues a page. @returns a function that removes it, if it is still waiting */
    add(target: PageTarget) {
      const key = keyOf(target)
      if (!mayPrefetch() || fetched.has(key) || isKnown(target)) return () => {}
      const entry = waiting.get(key) ?? { target, links: 0 }
      entry.links += 1
      waiting.set(key, entry)
      if (!isBusy) schedule()
      return () => {
        entry.links -= 1
        if (entry.links === 0 && waiting.get(key) === entry) waiting.delete(key)
      }
    },
    /** Fetches a page at once, because the reader points at its link. Resolves in any case. */
    async fetchNow(target: PageTarget) {
      if (mayPrefetch()) await fetchOnce(target)
    },
    /** Starts with an empty queue and a new budget, because another page is shown. */
    startView() {
      waiting.clear()
      fetched = new Map()
    },
  }
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import { keyOf, type PageTarget } from './addresses.ts'

/** Readers do not want the pages of links that they only scroll past. */
const DELAY_MS = 3_000
const BATCH_SIZE = 4
/** However many links a page has: 20 pages of ours are some 200 KB. */
const PAGES_PER_VIEW = 20
/** A page that takes longer does not hold up those behind it. */
const LONGEST_MS = 5_000

export interface PrefetchOptions {
  /** Never rejects, and fetches nothing twice. */
  fetchPage(target: PageTarget): Promise<unknown>
  /** Pages that need no fetching: those fetched already, and the one that is shown. */
  isKnown(target: PageTarget): boolean
  mayPrefetch(): boolean
  whenIdle(callback: () => void): void
}

export type PrefetchQueue = ReturnType<typeof createPrefetchQueue>

export function createPrefetchQueue(options: PrefetchOptions) {
  const { fetchPage, isKnown, mayPrefetch, whenIdle } = options
  /** In the order of their coming, with how many links want them. */
  const waiting = new Map<string, { target: PageTarget; links: number }>()
  let fetched = new Map<string, Promise<unknown>>()
  let isBusy = false

  function begin(target: PageTarget): Promise<unknown> | undefined {
    const key = keyOf(target)
    waiting.delete(key)
    const begun = fetched.get(key)
    if (begun || fetched.size >= PAGES_PER_VIEW || isKnown(target)) return begun
    const fetching = Promise.race([fetchPage(target), passed(LONGEST_MS)])
    fetched.set(key, fetching)
    return fetching
  }

  function schedule() {
    isBusy = true
    setTimeout(() => whenIdle(runBatch), DELAY_MS)
  }

  async function runBatch() {
    const batch = [...waiting.values()].slice(0, BATCH_SIZE)
    // Gates are asked again: the tab may be hidden by now.
    await Promise.all(batch.map(({ target }) => (mayPrefetch() ? begin(target) : undefined)))
    isBusy = false
    if (waiting.size > 0 && mayPrefetch()) schedule()
  }

  return {
    /** Wants a page some time. @returns a function that wants it no more, while it has not begun */
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
    /** A link that is being pointed at is about to be followed. Resolves when it is fetched, or not. */
    async fetchNow(target: PageTarget) {
      if (mayPrefetch()) await begin(target)
    },
    /** Another page is shown: what its former links wanted is dropped, and the budget is new. */
    startView() {
      waiting.clear()
      fetched = new Map()
    },
  }
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

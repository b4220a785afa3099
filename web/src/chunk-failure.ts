/** What browsers and bundlers say when a script of a build is not to be had. */
const CHUNK_FAILURE =
  /loading (?:css )?chunk|dynamically imported module|importing a module script/i
/** Remembered for the session: a chunk that is gone for good must not reload for ever. */
const GUARD = 'finlore-chunk-failure'

interface ChunkFailureOptions {
  window: Pick<Window, 'addEventListener'>
  storage(): Pick<Storage, 'getItem' | 'setItem'>
  /** Whether that would cost the reader nothing, and the server is there. */
  mayReload(): Promise<boolean>
  reload(): void
}

/**
 * Loads the document anew, once, when a part of the build that it needs cannot be loaded: it then
 * names parts that are there. Such a failure is caught by nobody. What a page can do without is tried
 * again by those who want it, who catch its failures; and what fails on the way to another page leads
 * to that page (`navigate.ts`).
 */
export function watchChunkFailures(options: ChunkFailureOptions): void {
  const { window, storage, mayReload, reload } = options
  window.addEventListener('unhandledrejection', async (event) => {
    if (!isChunkFailure(Reflect.get(event, 'reason'))) return
    if ((await mayReload()) && isFirst(storage)) reload()
  })
}

export const isChunkFailure = (reason: unknown) => CHUNK_FAILURE.test(String(reason))

function isFirst(storage: ChunkFailureOptions['storage']): boolean {
  try {
    const memory = storage()
    if (memory.getItem(GUARD) !== null) return false
    memory.setItem(GUARD, '1')
    return true
  } catch {
    // Without a stored guard, the reload could repeat without end.
    return false
  }
}

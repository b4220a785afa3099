/** What browsers and bundlers say when a script or style of a build is not to be had. */
const CHUNK_FAILURE =
  /loading (?:css )?chunk|dynamically imported module|importing a module script failed|unable to preload css/i
/** Remembered for the session: a chunk that is gone for good must not reload for ever. */
const GUARD = 'finlore-chunk-failure'

export interface ChunkFailures {
  window: Pick<Window, 'addEventListener'>
  storage(): Pick<Storage, 'getItem' | 'setItem'>
  /** The page that is being shown; `undefined` before the first. */
  lastRoute(): string | undefined
  /** Loads a page the plain way. */
  goTo(route: string): void
}

/** Reloads the reader's page once when a part of the build cannot be loaded. */
export function watchChunkFailures({ window, storage, lastRoute, goTo }: ChunkFailures): void {
  const recover = () => {
    const route = lastRoute()
    if (route === undefined || !isFirst(storage)) return
    goTo(route)
  }
  window.addEventListener('vite:preloadError', recover)
  window.addEventListener('unhandledrejection', (event) => {
    if (isChunkFailure(Reflect.get(event, 'reason'))) recover()
  })
}

export const isChunkFailure = (reason: unknown) => CHUNK_FAILURE.test(String(reason))

function isFirst(storage: ChunkFailures['storage']): boolean {
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

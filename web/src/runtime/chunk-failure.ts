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

/** A part of the build that cannot be loaded sends the reader to the page he is on, once. */
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
    // What cannot be remembered could repeat itself without end.
    return false
  }
}

/** What browsers and bundlers say when a script or style of a build is not to be had. */
const CHUNK_FAILURE =
  /loading (?:css )?chunk|dynamically imported module|importing a module script failed|unable to preload css/i
/** Remembered for the session: a chunk that is gone for good must not reload for ever. */
const GUARD = 'finlore-chunk-failure'

interface ChunkFailureOptions {
  window: Pick<Window, 'addEventListener' | 'location'>
  storage(): Pick<Storage, 'getItem' | 'setItem'>
  /** Whether leaving would cost the reader nothing, and the server has something to show there. */
  mayLeaveFor(route: string): Promise<boolean>
  /** Loads a page the plain way. */
  goTo(route: string): void
}

export type ChunkFailures = ReturnType<typeof watchChunkFailures>

/**
 * Takes the reader once to the page that was being headed for, when a part of the build which it
 * needs cannot be loaded: its document names parts that are there. Parts that a page can do without
 * are tried again by those who want them, and their failures never come here.
 */
export function watchChunkFailures({ window, storage, mayLeaveFor, goTo }: ChunkFailureOptions) {
  let headedFor = () => window.location.href

  /** @param error whatever a page's code failed of; if it is no part of the build, nothing happens */
  async function recover(error: unknown): Promise<void> {
    if (!isChunkFailure(error)) return
    const route = headedFor()
    if (!(await mayLeaveFor(route)) || !isFirst(storage)) return
    goTo(route)
  }
  window.addEventListener('unhandledrejection', (event) => {
    void recover(Reflect.get(event, 'reason'))
  })
  return {
    recover,
    /** From here on, this says where the reader is going; before, it is where the document is. */
    follow(route: () => string) {
      headedFor = route
    },
  }
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

import { fieldOf } from './field-of.ts'

/**
 * The messages of browsers and bundlers for a script of a build that could not be loaded. Browser
 * extensions load scripts in the page too; their failures are not ours.
 */
const CHUNK_FAILURE =
  /loading (?:css )?chunk|dynamically imported module(?!.*-extension:)|importing a module script/i
/**
 * Stored for the session, so that a chunk that no longer exists does not reload the page forever.
 */
const RELOADED_KEY = 'finlore-chunk-failure'

interface ChunkFailureOptions {
  window: Pick<Window, 'addEventListener'>
  storage(): Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the server answers, and a reload would lose nothing that the reader has typed. */
  mayReload(): Promise<boolean>
  reload(): void
}

/**
 * Reloads the document, once, when a chunk that the page needs cannot be loaded: the new document
 * names the chunks of the current build. Only such failures stay uncaught. Code that loads an
 * optional chunk catches the failure and tries again later, and a failure during a navigation loads
 * the document of the next page (`navigate.ts`).
 */
export function watchChunkFailures(options: ChunkFailureOptions): void {
  const { window, storage, mayReload, reload } = options
  window.addEventListener('unhandledrejection', async (event) => {
    if (!isChunkFailure(fieldOf(event, 'reason'))) return
    if ((await mayReload()) && isFirst(storage)) reload()
  })
}

export const isChunkFailure = (reason: unknown) => CHUNK_FAILURE.test(String(reason))

function isFirst(storage: ChunkFailureOptions['storage']): boolean {
  try {
    const memory = storage()
    if (memory.getItem(RELOADED_KEY) !== null) return false
    memory.setItem(RELOADED_KEY, '1')
    return true
  } catch {
    // Without storage nothing records the reload, and it could repeat without end.
    return false
  }
}

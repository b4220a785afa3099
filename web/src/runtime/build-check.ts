/**
 * Gatsby's own key, which also protects a tab that was opened before this system replaced Gatsby.
 */
const RELOADED = 'gatsby-reload-compilation-hash-match'
/** The key of the build for which a reload was tried, so that a partial deploy causes only one. */
const RELOADED_FOR = 'finlore-reloaded-for'

export interface BuildCheck {
  /** Of the document that is open. */
  pageBuild: string
  /** The build that the server runs; `undefined` when it did not answer. */
  appBuild: string | undefined
  /** Any access may throw, because readers can block storage. */
  storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/**
 * Decides on the first load whether the document must be fetched again because the code has changed
 * since it was sent. At most once per build and tab.
 *
 * @returns whether to reload; without a storage that remembers it, never
 */
export function mustReload({ pageBuild, appBuild, storage }: BuildCheck): boolean {
  try {
    const memory = storage()
    const wasReloaded = memory.getItem(RELOADED) === '1'
    if (appBuild === undefined || appBuild === pageBuild || wasReloaded) {
      memory.removeItem(RELOADED)
      return false
    }
    if (memory.getItem(RELOADED_FOR) === appBuild) return false
    memory.setItem(RELOADED_FOR, appBuild)
    memory.setItem(RELOADED, '1')
    return true
  } catch {
    return false
  }
}

/** A tab that was hidden for this long may have missed a deploy. */
const AWAY_MS = 5 * 60_000

interface Returns {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  onReturn(): void
}

/** Calls back when the reader comes back to a tab that was hidden for a while. */
export function watchReturns({ document, onReturn }: Returns): void {
  let hiddenAt = Number.POSITIVE_INFINITY
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    if (Date.now() - hiddenAt >= AWAY_MS) onReturn()
    hiddenAt = Number.POSITIVE_INFINITY
  })
}

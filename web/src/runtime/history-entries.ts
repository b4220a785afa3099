import type { RouteLocation } from './emitter.ts'

/** The key of the entry that the document itself made. */
const FIRST_KEY = 'initial'

/** The tab's history, as far as we move in it. */
export interface HistoryEntries {
  location(): RouteLocation
  /** Names the present entry, apart from others of the same address; empty before it is claimed. */
  key(): string
  /** Gives the present entry a key where the browser itself has made it. @returns whether it had */
  claim(): boolean
  push(href: string): void
  replace(href: string): void
  /** Loads an address the plain way; the present entry stays behind it. */
  goTo(href: string): void
  /** Loads the present address the plain way, in place of the present entry. */
  reload(): void
}

type Window = Pick<globalThis.Window, 'history' | 'location'>

export function openHistory({ history, location }: Window): HistoryEntries {
  let isFirst = true
  const change = (method: 'pushState' | 'replaceState', href: string) => {
    try {
      history[method]({ key: newKey() }, '', href)
    } catch {
      // Browsers refuse many changes in a row.
      location[method === 'pushState' ? 'assign' : 'replace'](href)
    }
  }
  return {
    location: () => ({
      pathname: location.pathname,
      search: location.search,
      hash: location.hash,
    }),
    key: () => {
      const key: unknown = Reflect.get(Object(history.state), 'key')
      return typeof key === 'string' ? key : ''
    },
    claim: () => {
      const key = isFirst ? FIRST_KEY : newKey()
      isFirst = false
      if (Reflect.has(Object(history.state), 'key')) return false
      history.replaceState({ ...history.state, key }, '')
      return true
    },
    push: (href) => change('pushState', href),
    replace: (href) => change('replaceState', href),
    goTo: (href) => location.assign(href),
    reload: () => location.reload(),
  }
}

const newKey = () => String(Date.now())

import type { RouteLocation } from './emitter.ts'

/** The key of the entry that the document itself made. */
const FIRST_KEY = 'initial'

export type HistoryEntries = ReturnType<typeof openHistory>

type Window = Pick<globalThis.Window, 'history' | 'location'>

/** The tab's history, as far as we move in it. */
export function openHistory({ history, location }: Window) {
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
    location: (): RouteLocation => location,
    /** Names the present entry, apart from others of the same address; empty before it is claimed. */
    key: () => {
      const key: unknown = Reflect.get(Object(history.state), 'key')
      return typeof key === 'string' ? key : ''
    },
    /** Gives the present entry a key where the browser itself has made it. @returns whether it had */
    claim: () => {
      const key = isFirst ? FIRST_KEY : newKey()
      isFirst = false
      if (Reflect.has(Object(history.state), 'key')) return false
      history.replaceState({ ...history.state, key }, '')
      return true
    },
    push: (href: string) => change('pushState', href),
    replace: (href: string) => change('replaceState', href),
    /** Loads an address the plain way; the present entry stays behind it. */
    goTo: (href: string) => location.assign(href),
    /** Loads the present address the plain way, in place of the present entry. */
    reload: () => location.reload(),
  }
}

const newKey = () => String(Date.now())

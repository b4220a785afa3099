import { fieldOf } from '../browser/field-of.ts'
import type { RouteLocation } from './emitter.ts'

/** The key of the entry that the document came with. */
const FIRST_KEY = 'initial'

export type HistoryEntries = ReturnType<typeof openHistory>

type Window = Pick<globalThis.Window, 'history' | 'location'>

/** The part of the tab's history that this document adds to. */
export function openHistory({ history, location }: Window) {
  let isFirst = true
  const change = (method: 'pushState' | 'replaceState', href: string) => {
    try {
      history[method]({ key: newKey() }, '', href)
    } catch {
      // Browsers refuse too many changes within a short time.
      location[method === 'pushState' ? 'assign' : 'replace'](href)
    }
  }
  return {
    location: (): RouteLocation => location,
    /** Tells the current entry from others of the same address; empty before it is claimed. */
    key: () => {
      const key = fieldOf(history.state, 'key')
      return typeof key === 'string' ? key : ''
    },
    /** Gives a key to the current entry if the browser made it. @returns whether it did */
    claim: () => {
      const key = isFirst ? FIRST_KEY : newKey()
      isFirst = false
      if (fieldOf(history.state, 'key') !== undefined) return false
      history.replaceState({ ...history.state, key }, '')
      return true
    },
    push: (href: string) => change('pushState', href),
    replace: (href: string) => change('replaceState', href),
    /** Loads the document of an address, as a new entry. */
    goTo: (href: string) => location.assign(href),
    /** Loads the document of the current address, in the same entry. */
    reload: () => location.reload(),
  }
}

const newKey = () => String(Date.now())

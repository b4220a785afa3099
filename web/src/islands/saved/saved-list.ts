import { fieldOf } from '../../browser/field-of.ts'

/** An article that a reader has saved, as it was called then. */
export interface SavedEntry {
  path: string
  title: string
  description: string
  /** In ISO 8601. */
  savedAt: string
}

/** The key of local storage; `start-near.ts` looks whether it is there. */
export const SAVED_KEY = 'saved'

/** @throws {DOMException} in a browser that forbids it */
export const readSaved = (): SavedEntry[] => parseSaved(localStorage.getItem(SAVED_KEY))

/** @throws {DOMException} in a browser that forbids it, or has no room left */
export function writeSaved(list: readonly SavedEntry[]): void {
  if (list.length > 0) localStorage.setItem(SAVED_KEY, JSON.stringify(list))
  else localStorage.removeItem(SAVED_KEY)
}

/** What is no saved article is left out: extensions and other versions write there too. */
export function parseSaved(text: string | null): SavedEntry[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isSaved) : []
  } catch {
    return []
  }
}

/** The newest first, and each path once. */
export function withSaved(list: readonly SavedEntry[], added: readonly SavedEntry[]): SavedEntry[] {
  const byPath = new Map([...list, ...added].map((article) => [article.path, article]))
  return [...byPath.values()].sort((one, other) => other.savedAt.localeCompare(one.savedAt))
}

function isSaved(value: unknown): value is SavedEntry {
  const texts = ['path', 'title', 'description', 'savedAt'].map((name) => fieldOf(value, name))
  return (
    texts.every((text) => typeof text === 'string') &&
    // A link must lead to a page of this site.
    /^\/[a-z0-9]/.test(String(fieldOf(value, 'path'))) &&
    !Number.isNaN(Date.parse(String(fieldOf(value, 'savedAt'))))
  )
}

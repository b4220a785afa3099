import { hash } from 'node:crypto'

/** Tells texts apart that readers would take for the same, in a dozen characters. */
export function textKey(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim().toLowerCase()
  return hash('sha1', plain, 'base64').slice(0, 12)
}

/** Who said a text first. */
export interface Repeats {
  /** Takes note of a text that this file says, unless another said it before. */
  note(key: string | undefined, file: string): void
  /** @returns the file that said it before this one */
  before(key: string, file: string): string | undefined
}

export function createRepeats(): Repeats {
  const first = new Map<string, string>()
  return {
    note(key, file) {
      if (key !== undefined && !first.has(key)) first.set(key, file)
    },
    before(key, file) {
      const known = first.get(key)
      return known === file ? undefined : known
    },
  }
}

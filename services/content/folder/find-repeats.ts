import { hash } from 'node:crypto'

/** A short hash: texts that readers would consider equal have the same one. */
export function textKey(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim().toLowerCase()
  return hash('sha1', plain, 'base64').slice(0, 12)
}

export type Repeats = ReturnType<typeof createRepeats>

/** Remembers which file used a text first. */
export function createRepeats() {
  const first = new Map<string, string>()
  return {
    /** Records the file as the first with this text, unless another one was recorded before. */
    note(key: string | undefined, file: string): void {
      if (key !== undefined && !first.has(key)) first.set(key, file)
    },
    /** @returns the file that was recorded before this one */
    before(key: string, file: string): string | undefined {
      const known = first.get(key)
      return known === file ? undefined : known
    },
  }
}

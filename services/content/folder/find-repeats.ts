import { hash } from 'node:crypto'

/** A short hash: texts that readers would consider equal have the same one. */
export function textKey(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim().toLowerCase()
  return hash('sha1', plain, 'base64').slice(0, 12)
}

/**
 * Records a file as the first with this text, unless another one was recorded before.
 *
 * @param first the first file with each text
 * @returns the other file
 */
export function noteUse(
  first: Map<string, string>,
  key: string | undefined,
  file: string,
): string | undefined {
  if (key === undefined) return undefined
  const known = first.get(key)
  if (known === undefined) first.set(key, file)
  return known === file ? undefined : known
}

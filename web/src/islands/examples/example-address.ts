import type { Values } from '#shared/formulas/evaluate.ts'

/** The place of an example with a reader's numbers, such as `#payment?price=350000`. */
export function exampleHash(id: string, numbers: Values): string {
  const written = Object.entries(numbers).map((pair) => pair.map(encodeURIComponent).join('='))
  return `#${id}${written.length > 0 ? '?' : ''}${written.join('&')}`
}

/** @returns the part before the numbers, and each number; undefined where there is none */
export function readExampleHash(hash: string): { id: string; numbers: Values } | undefined {
  const [id = '', query] = hash.slice(1).split('?')
  if (query === undefined) return undefined
  const numbers: Record<string, number> = {}
  for (const [name, text] of new URLSearchParams(query)) {
    const value = Number.parseFloat(text)
    if (Number.isFinite(value)) numbers[name] = value
  }
  return { id, numbers }
}

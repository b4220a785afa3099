export interface ScrollPosition {
  x: number
  y: number
}

/** The key tells entries of the same address apart. */
const storageKey = (pathname: string, key: string) => `@@scroll|${pathname}|${key}`

/** @param storage any access may throw; then positions are lost with the document */
export function openScrollPositions(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const unsaved = new Map<string, string>()
  return {
    save(pathname: string, key: string, { x, y }: ScrollPosition) {
      const name = storageKey(pathname, key)
      const value = JSON.stringify([Math.round(x), Math.round(y)])
      try {
        storage().setItem(name, value)
        unsaved.delete(name)
      } catch {
        unsaved.set(name, value)
      }
    },
    find(pathname: string, key: string): ScrollPosition | undefined {
      const name = storageKey(pathname, key)
      try {
        const [x, y]: unknown[] = JSON.parse(unsaved.get(name) ?? storage().getItem(name) ?? '[]')
        return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
      } catch {
        return undefined
      }
    },
  }
}

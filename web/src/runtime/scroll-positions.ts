export interface Position {
  x: number
  y: number
}

/** Names of the places: an address may be in the history several times. */
const nameOf = (pathname: string, key: string) => `@@scroll|${pathname}|${key}`

/** @param storage any access may throw; then positions last only as long as the document */
export function openScrollPositions(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const own = new Map<string, string>()
  return {
    save(pathname: string, key: string, { x, y }: Position) {
      const name = nameOf(pathname, key)
      const value = JSON.stringify([Math.round(x), Math.round(y)])
      try {
        storage().setItem(name, value)
        own.delete(name)
      } catch {
        own.set(name, value)
      }
    },
    find(pathname: string, key: string): Position | undefined {
      const name = nameOf(pathname, key)
      try {
        const [x, y]: unknown[] = JSON.parse(own.get(name) ?? storage().getItem(name) ?? '[]')
        return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
      } catch {
        return undefined
      }
    },
  }
}

export interface Position {
  x: number
  y: number
}

/** Names of the places: an address may be in the history several times. */
const nameOf = (pathname: string, key: string) => `@@scroll|${pathname}|${key}`

export interface ScrollPositions {
  save(pathname: string, key: string, position: Position): void
  find(pathname: string, key: string): Position | undefined
}

/** @param storage any access may throw; then positions last only as long as the document */
export function openScrollPositions(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
): ScrollPositions {
  const own = new Map<string, string>()
  return {
    save(pathname, key, { x, y }) {
      const name = nameOf(pathname, key)
      const value = JSON.stringify([Math.round(x), Math.round(y)])
      try {
        storage().setItem(name, value)
      } catch {
        own.set(name, value)
      }
    },
    find(pathname, key) {
      const name = nameOf(pathname, key)
      return parse(read(storage, name) ?? own.get(name))
    },
  }
}

function read(storage: () => Pick<Storage, 'getItem'>, name: string): string | null {
  try {
    return storage().getItem(name)
  } catch {
    return null
  }
}

function parse(text: string | null | undefined): Position | undefined {
  try {
    const [x, y]: unknown[] = JSON.parse(text ?? '[]')
    return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
  } catch {
    return undefined
  }
}

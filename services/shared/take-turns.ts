/** A queue in which owners take turns, however many items one of them has in it. */
export interface Turns<Owner, Item> {
  readonly size: number
  add(owner: Owner, item: Item): void
  remove(owner: Owner, item: Item): void
  /** The next item: of the owner whose turn it is, the one that has waited longest. */
  take(): Item | undefined
  /** How many items are taken before one that this owner would add now. */
  before(owner: Owner): number
}

export function createTurns<Owner, Item>(): Turns<Owner, Item> {
  /** In the order of their turns; each has an item. */
  const lines = new Map<Owner, Set<Item>>()
  let size = 0

  function remove(owner: Owner, item: Item): void {
    const line = lines.get(owner)
    if (!line?.delete(item)) return
    size -= 1
    if (line.size === 0) lines.delete(owner)
  }

  return {
    get size() {
      return size
    },
    add(owner, item) {
      const line = lines.get(owner) ?? new Set()
      line.add(item)
      lines.set(owner, line)
      size += 1
    },
    remove,
    take() {
      for (const [owner, line] of lines) {
        for (const item of line) {
          remove(owner, item)
          if (line.size > 0) {
            // To the end: the others come first.
            lines.delete(owner)
            lines.set(owner, line)
          }
          return item
        }
      }
      return undefined
    },
    before(owner) {
      const own = lines.get(owner)?.size ?? 0
      const turns = [...lines].map(([one, line]) =>
        one === owner ? own : Math.min(line.size, own + 1),
      )
      return turns.reduce((sum, ahead) => sum + ahead, 0)
    },
  }
}

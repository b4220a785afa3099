/**
 * Works on items in their order, some ahead of whoever takes the results, so that both have
 * something to do. Results come in the order of the items.
 *
 * @param most items that are worked on, or done and not yet taken, at the same time
 */
export async function* runAhead<Item, Result>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  for (const item of items) {
    const result = work(item)
    // Whoever stops early does not wait for what comes next.
    result.catch(() => {})
    underWay.push(result)
    const first = underWay.length >= most ? underWay.shift() : undefined
    if (first) yield await first
  }
  while (underWay.length > 0) yield (await underWay.shift()) as Awaited<Result>
}

/** Some items at a time, in their order; the last part may have fewer. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

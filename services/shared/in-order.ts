/**
 * Works on items, at most `width` ahead of the consumer of the results, so that both have something
 * to do.
 *
 * @returns the results in the order of the items
 * @throws the error of the first item that failed, after all work under way has ended
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // Its turn to be awaited comes later.
      result.catch(() => {})
      running.push(result)
      const [first] = running
      if (running.length < width || !first) continue
      yield await first
      running.shift()
    }
    for (const result of running) yield await result
  } finally {
    await Promise.allSettled(running)
  }
}

/** Some items at a time, in their order; the last part may have fewer. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

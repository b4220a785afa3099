/**
 * Works on items, at most `width` at the same time.
 *
 * @returns the results in the order of the items
 * @throws the error of the first item that failed, after all work under way has ended
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
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

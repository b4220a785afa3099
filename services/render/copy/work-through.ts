/**
 * Does a work for each item, so many at the same time, and takes no more items than that.
 *
 * @throws what the first work that failed threw, once none is under way any more
 */
export async function workThrough<Item>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  let failure: { error: unknown } | undefined
  const take = async () => {
    try {
      while (!failure) {
        const next = await iterator.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (error) {
      failure ??= { error }
    }
  }
  await Promise.all(Array.from({ length: width }, take))
  await iterator.return?.()
  if (failure) throw failure.error
}

/**
 * Work that is never done twice at once. Who asks for it while it is under way shares the next time
 * with all others who do: what began before he asked may have missed what he wants done.
 */
export function shareNext(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= underWay.then(begin, begin)
    return next
  }

  function begin(): Promise<void> {
    next = undefined
    underWay = work()
    return underWay
  }
}

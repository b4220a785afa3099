/**
 * Returns a function that never runs `work` twice at once. Calls while it runs share one run after
 * it: the present run may have begun too early to include what they want done.
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

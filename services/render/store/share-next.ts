/**
 * Returns a function that never runs `work` twice at once. Calls while it runs share one run after
 * it: the present run may have begun too early to include what they want done.
 */
export function shareNext(work: () => Promise<void>): () => Promise<void> {
  let inFlight: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= inFlight.then(begin, begin)
    return next
  }

  function begin(): Promise<void> {
    next = undefined
    inFlight = work()
    return inFlight
  }
}

/**
 * Lets so many works run at the same time; the others wait, in the order in which they came.
 *
 * @returns a function that does its argument when it is its turn
 */
export function inTurns(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting = new Set<() => void>()
  let running = 0

  return async (work) => {
    if (running < width) running += 1
    else await new Promise<void>((resolve) => waiting.add(resolve))
    try {
      return await work()
    } finally {
      // The place is handed over, so that nobody who comes now can take it.
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running -= 1
    }
  }
}

/**
 * Waits for something that may hang, but not for ever.
 *
 * @returns whether it ended in time; a failure of it is thrown
 */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The results of all promises, in their order. Unlike `Promise.all` it waits until all have settled
 * before it throws the first failure: in a transaction, a branch that still runs would otherwise
 * send its statements after the rollback.
 */
export async function settleAll<Works extends readonly unknown[]>(
  works: readonly [...Works],
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  const all = Promise.all(works)
  await Promise.allSettled([all, ...works])
  return all
}

/**
 * What these give, in their order. Unlike `Promise.all` it lets all of them end before the first
 * failure is thrown: in a transaction, what one of them still asks for would come after its end.
 */
export async function together<Works extends readonly unknown[]>(
  works: readonly [...Works],
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  const all = Promise.all(works)
  await Promise.allSettled([all, ...works])
  return all
}

/**
 * Changes the document, with a view transition where the browser has them and the reader has not
 * asked for less motion.
 */
export async function fadeIn(change: () => void): Promise<void> {
  const prefersNoMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (prefersNoMotion || !('startViewTransition' in document)) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  // The next page may come before this one has faded in. That ends the transition, and nothing
  // else.
  for (const promise of [ready, finished]) promise.catch(() => {})
  await updateCallbackDone
}

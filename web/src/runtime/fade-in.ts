/**
 * Changes the document, with a view transition where the browser has them and the reader likes
 * motion.
 */
export async function fadeIn(change: () => void): Promise<void> {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isCalm || !('startViewTransition' in document)) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  // The next page may come before this one has faded in: then only the fading is left out.
  for (const promise of [ready, finished]) promise.catch(() => {})
  await updateCallbackDone
}

/**
 * Loads the code of examples once one of the page comes near, at most a window away, or the address
 * has numbers for it. Without it they are tables like others.
 */
export function startExamples(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const isNear = entries.some(({ isIntersecting }) => isIntersecting)
      if (!isNear && !location.hash.includes('?')) return
      import('./examples/open-examples.ts').then(
        ({ openExamples }) => openExamples(),
        // The tables are right as they are. The next approach loads the code again.
        () => {},
      )
    },
    { rootMargin: '100%' },
  )
  for (const region of document.querySelectorAll('[data-example=""]')) observer.observe(region)
}

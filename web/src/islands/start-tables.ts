/**
 * Loads the code of a kind of table once one of the page comes near, at most a window away, or the
 * address has numbers for it. Without it they are tables like others.
 */
export function startTables(): void {
  // The tables are right as they are. After a failure, the next approach loads the code again.
  whenNear('[data-example=""]', async () =>
    document.querySelector('[data-chart]')
      ? (await import('./charts/open-charts.ts')).openCharts()
      : (await import('./examples/open-examples.ts')).openExamples(),
  )
  whenNear('[data-sort]', async () => (await import('./sort-tables.ts')).sortTables())
}

function whenNear(selector: string, start: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const isNear = entries.some(({ isIntersecting }) => isIntersecting)
      if (isNear || location.hash.includes('?')) start().catch(() => {})
    },
    { rootMargin: '100%' },
  )
  for (const region of document.querySelectorAll(selector)) observer.observe(region)
}

/**
 * Loads the code of a part of the page once one comes near, at most a window away, or the address has
 * numbers for it. Without it tables are like others, and nothing is shown of what the reader has saved.
 */
export function startNear(): void {
  // The page is right as it is. After a failure, the next approach loads the code again.
  whenNear('[data-example=""]', async () =>
    document.querySelector('[data-chart]')
      ? (await import('./charts/open-charts.ts')).openCharts()
      : (await import('./examples/open-examples.ts')).openExamples(),
  )
  whenNear('[data-sort]', async () => (await import('./sort-tables.ts')).sortTables())
  whenNear('.saved,[data-save]', async () => {
    if (document.querySelector('.saved') ?? localStorage.saved)
      await (await import('./saved/open-saved.ts')).showSaved()
  })
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

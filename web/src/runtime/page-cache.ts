/** A page is shown again without a request for this long; then an editor may have corrected it. */
const MAX_AGE_MS = 5 * 60_000
/** A tab that stays open all day must not hold every page that was read in it. */
const MAX_PAGES = 50

/** The pages that were loaded in this tab, each for a limited time. The oldest makes room. */
export function createPageCache<Page>() {
  const entries = new Map<string, { page: Page; loadedAt: number }>()
  return {
    find(key: string): Page | undefined {
      const entry = entries.get(key)
      return entry && Date.now() - entry.loadedAt < MAX_AGE_MS ? entry.page : undefined
    },
    add(key: string, page: Page): void {
      entries.set(key, { page, loadedAt: Date.now() })
      const [oldest] = entries.keys()
      if (entries.size > MAX_PAGES && oldest !== undefined) entries.delete(oldest)
    },
    clear: () => entries.clear(),
  }
}

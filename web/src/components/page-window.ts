/**
 * The page numbers worth linking, ascending: both ends and the current page, each with its
 * neighbours. A gap is never of one page only.
 */
export function pageWindow(current: number, pages: number): number[] {
  const wanted = [1, 2, current - 1, current, current + 1, pages - 1, pages]
  const isNear = (page: number) => wanted.includes(page)
  const isOnlyGap = (page: number) => isNear(page - 1) && isNear(page + 1)
  const candidates = wanted.flatMap((page) => [page - 1, page, page + 1])
  return [...new Set(candidates)]
    .filter((page) => page >= 1 && page <= pages && (isNear(page) || isOnlyGap(page)))
    .sort((a, b) => a - b)
}

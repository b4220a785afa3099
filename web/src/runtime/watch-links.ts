import { closestTo } from '../browser/closest-to.ts'
import { type PageTarget, targetOf } from './addresses.ts'
import type { PrefetchQueue } from './prefetch-queue.ts'

/** A pointer that only passes over a link leaves it within this time. */
const DWELL_MS = 65

const pageOf = (link: HTMLAnchorElement): PageTarget | undefined =>
  link.target === '' ? targetOf(link.href, location.href) : undefined

/**
 * Queues the pages of links that come into view, and removes them when the links leave it. Links in
 * a closed menu are never in view.
 *
 * @returns a function that observes the links of the page that is shown now, and no others
 */
export function watchLinksInView(queue: PrefetchQueue): () => void {
  if (!('IntersectionObserver' in window)) return () => {}
  const removals = new Map<Element, () => void>()
  const observer = new IntersectionObserver((entries) => {
    for (const { target: link, isIntersecting } of entries) {
      removals.get(link)?.()
      removals.delete(link)
      const target = isIntersecting && link instanceof HTMLAnchorElement ? pageOf(link) : undefined
      if (target) removals.set(link, queue.add(target))
    }
  })
  return () => {
    observer.disconnect()
    removals.clear()
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
  }
}

/**
 * Calls back with the page of a link that the reader points at, touches or focuses for a moment.
 */
export function watchIntent(onIntent: (target: PageTarget) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (event: Event) => {
    clearTimeout(timer)
    const link = closestTo<HTMLAnchorElement>(event, 'a[href]')
    const page = link ? pageOf(link) : undefined
    if (page) timer = setTimeout(() => onIntent(page), DWELL_MS)
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart'] as const) {
    document.addEventListener(kind, begin, { passive: true })
  }
}

import { closestTo } from '../closest-to.ts'
import { type PageTarget, targetOf } from './addresses.ts'
import type { PrefetchQueue } from './prefetch-queue.ts'

/** A pointer that only passes over a link leaves it sooner. */
const DWELL_MS = 65

const pageOf = (link: HTMLAnchorElement): PageTarget | undefined =>
  link.target === '' ? targetOf(link.href, location.href) : undefined

/**
 * Queues the pages of links that come into view, and takes them out again when they leave it. Links
 * in a closed menu are nowhere, and so never in view.
 *
 * @returns looks at the links of the page that is shown now instead
 */
export function watchLinksInView(queue: PrefetchQueue): () => void {
  if (!('IntersectionObserver' in window)) return () => {}
  const abandon = new Map<Element, () => void>()
  const observer = new IntersectionObserver((entries) => {
    for (const { target: link, isIntersecting } of entries) {
      abandon.get(link)?.()
      abandon.delete(link)
      const target = isIntersecting && link instanceof HTMLAnchorElement ? pageOf(link) : undefined
      if (target) abandon.set(link, queue.add(target))
    }
  })
  return () => {
    observer.disconnect()
    abandon.clear()
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
  }
}

/** Tells of the page of a link that is pointed at, touched or focused for a moment. */
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

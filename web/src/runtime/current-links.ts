import type { Translations } from '#shared/contracts/page.ts'
import { withoutQuery } from '#shared/text/topic-address.ts'

/**
 * Brings header and footer, which stay when pages change, up to the page that is shown: links to it
 * are marked, and those to the site in other languages lead to the same page there. Only pages that
 * the frame itself leads to are in every language, topics apart, which lead to their subcategory, and
 * articles say where they are; of the others they lead to the start.
 */
export function markCurrentLinks(path: string, translations: Translations = {}): void {
  const shared = withoutQuery(path)
  let isInFrame = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a')) {
    const isCurrent = link.getAttribute('href') === path
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    isInFrame ||= link.getAttribute('href') === shared
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-links a')) {
    const there = translations[link.hreflang] ?? (isInFrame ? shared : '/')
    link.href = new URL(there, link.href).href
  }
}

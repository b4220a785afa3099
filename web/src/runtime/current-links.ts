import { withoutQuery } from '#shared/text/topic-address.ts'

/**
 * Brings header and footer, which stay when pages change, up to the page that is shown: links to it
 * are marked, and those to the site in other languages lead to the same page there. Only pages that
 * the frame itself leads to are in every language, topics apart, which lead to their subcategory; of
 * the others they lead to the start.
 */
export function markCurrentLinks(path: string): void {
  const shared = withoutQuery(path)
  let isInFrame = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a')) {
    const isCurrent = link.getAttribute('href') === path
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    isInFrame ||= link.getAttribute('href') === shared
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-links a')) {
    link.href = new URL(isInFrame ? shared : '/', link.href).href
  }
}

/**
 * Brings header and footer, which stay when pages change, up to the page that is shown: links to it
 * are marked, and those to the site in other languages lead to the same page there. Only pages that
 * the frame itself leads to are in every language; of the others they lead to the start.
 */
export function markCurrentLinks(path: string): void {
  let isInFrame = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a')) {
    const isCurrent = link.getAttribute('href') === path
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    isInFrame ||= isCurrent
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-links a')) {
    link.href = new URL(isInFrame ? path : '/', link.href).href
  }
}

/** Marks the links to the page that is shown in header and footer, which stay when pages change. */
export function markCurrentLinks(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a')) {
    if (link.getAttribute('href') === path) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

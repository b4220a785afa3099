/** After a jump to a section, its heading is at most this far below the top of the window. */
const MAX_TOP_PX = 64

/**
 * Marks the link to the section that is being read in the list of contents, or else the first link.
 * React may have replaced the list, so it is looked up each time.
 */
export function markSection(): void {
  let current: Element | undefined
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a')) {
    const id = decodeURIComponent(link.hash.slice(1))
    const top = document.getElementById(id)?.getBoundingClientRect().top
    if (!current || (top !== undefined && top <= MAX_TOP_PX)) current = link
  }
  for (const link of document.querySelectorAll('.contents [aria-current]')) {
    if (link !== current) link.removeAttribute('aria-current')
  }
  current?.setAttribute('aria-current', 'location')
}

/** Lets the keyboard reach those tables of the page that have more than they show. */
export function reachTables(): void {
  for (const region of document.querySelectorAll<HTMLElement>('.table-scroll')) {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  }
}

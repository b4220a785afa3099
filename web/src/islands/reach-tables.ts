/** Makes the tables that scroll tab stops, so that the keyboard can scroll them. */
export function reachTables(): void {
  for (const region of document.querySelectorAll<HTMLElement>('.table-scroll')) {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  }
}

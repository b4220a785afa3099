/** The cells that say what a number in a table is: the first of its row, and the head of its column. */
export function labelCells(number: Element): Element[] {
  const cell = number.closest<HTMLTableCellElement>('td, th')
  const cells = [
    cell?.parentElement?.firstElementChild,
    cell?.closest('table')?.rows[0]?.cells[cell.cellIndex],
  ]
  return cells.filter((label) => label && label !== cell && label.textContent !== '') as Element[]
}

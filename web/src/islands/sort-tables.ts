import { announce } from '../browser/announce.ts'
import { closestTo } from '../browser/closest-to.ts'
import { ownLanguage } from '../browser/translated.ts'
import { loadStrings } from '../strings/load-strings.ts'

/*
 * The server has written into each head in which order the rows stand by it, so nothing is read from
 * the cells, which a translator may have rewritten. What was sorted is known to the document alone.
 */

/** Makes the heads of sortable columns buttons. */
export async function sortTables(): Promise<void> {
  for (const head of document.querySelectorAll('[data-sort]:not(:has(button))')) {
    const button = document.createElement('button')
    button.append(...head.childNodes)
    head.append(button)
  }
}

addEventListener('click', async (event) => {
  const head = closestTo(event, '[data-sort] > button')?.parentElement
  const body = head?.closest('table')?.tBodies[0]
  if (!body) return
  const order = head.ariaSort === 'ascending' ? 'descending' : head.ariaSort ? null : 'ascending'
  for (const other of head.parentElement?.children ?? []) other.ariaSort = null
  head.ariaSort = order
  const ranks = head.dataset.sort?.split(',')
  const placeOf = (row: HTMLElement) => Number(row.dataset.row)
  const keyOf = (row: HTMLElement) => {
    const rank = ranks?.[placeOf(row)]
    // What has no rank, being empty or a sum of the others, stays at the end.
    return rank ? Number(rank) * (order === 'ascending' ? 1 : -1) : Number.POSITIVE_INFINITY
  }
  const rows = [...body.rows]
  rows.forEach((row, at) => {
    row.dataset.row ??= `${at}`
  })
  // The difference of two at infinity is no number.
  rows.sort((one, other) => (order && keyOf(one) - keyOf(other)) || placeOf(one) - placeOf(other))
  body.append(...rows)
  announce((await loadStrings(ownLanguage())).tableSorted(head.textContent, order))
})

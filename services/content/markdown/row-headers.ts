import type { Token } from 'markdown-it'
import { isNumber } from './is-number.ts'
import type { Cell } from './table-cells.ts'

/** The only figures that name a row rather than measure something. */
const YEAR = /^(?:1[89]|20|21)\d{2}$/

/**
 * Makes the first column of a table the headers of its rows: screen readers say them with each
 * cell. A column of figures is data, unless they are years or nothing stands above them. An empty
 * cell is no header, neither of a row nor of a column.
 */
export function markRowHeaders(table: readonly Token[], rows: readonly (readonly Cell[])[]): void {
  const [head = [], ...body] = rows
  const [corner] = head
  const texts = body.map((row) => row[0]?.text.trim() ?? '')
  const isOfFigures = isNumber(texts) && !texts.every((text) => text === '' || YEAR.test(text))
  const namesRows = head.length > 1 && (corner?.text.trim() === '' || !isOfFigures)
  if (!namesRows) return
  const closes = closesOf(table)
  if (corner?.text.trim() === '') retag(corner.open, 'td')
  body.forEach(([first], row) => {
    if (!first || texts[row] === '') return
    retag(first.open, 'th')
    first.open.attrSet('scope', 'row')
  })

  function retag(open: Token, tag: 'td' | 'th') {
    const close = closes.get(open)
    for (const token of close ? [open, close] : [open]) {
      Object.assign(token, { tag, type: `${tag}_${token === open ? 'open' : 'close'}` })
    }
  }
}

/** The closing token of each cell. Cells are never inside of each other. */
function closesOf(table: readonly Token[]): Map<Token, Token> {
  const closes = new Map<Token, Token>()
  let open: Token | undefined
  for (const token of table) {
    if (token.type === 'th_open' || token.type === 'td_open') open = token
    if (open && (token.type === 'th_close' || token.type === 'td_close')) closes.set(open, token)
  }
  return closes
}

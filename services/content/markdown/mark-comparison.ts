import type { Token } from 'markdown-it'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Comparison } from './comparison.ts'
import type { BestOption } from './table-options.ts'

/** Stands under the number: a colour alone is not seen by all. It says what is so, and not what to choose. */
const WORDS: Readonly<Record<Locale, Readonly<Record<BestOption['is'], string>>>> = {
  en_US: { low: 'lowest', high: 'highest' },
  ru_RU: { low: 'наименьшее', high: 'наибольшее' },
  tr_TR: { low: 'en düşük', high: 'en yüksek' },
}

/**
 * Marks the best cells with a word, and gives heads the order of the rows in their column, by which
 * browsers sort without reading the cells: `2,0,,1` has an empty cell in its third row.
 */
export function markComparison({ best, orders }: Comparison, locale: Locale): void {
  for (const { cell, is } of best) {
    const { open, content } = cell
    open.attrJoin('class', 'best')
    content?.children?.push(wordToken(content, WORDS[locale][is]))
  }
  for (const [{ open }, { ranks }] of orders) {
    open.attrSet('data-sort', ranks.map((rank) => rank ?? '').join(','))
  }
}

function wordToken({ children }: Token, word: string): Token {
  const Constructor = children?.[0]?.constructor as typeof Token
  const token = new Constructor('html_inline', '', 0)
  token.content = ` <small class="best-word">${word}</small>`
  return token
}

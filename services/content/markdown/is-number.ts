/** What tables contain in place of a missing number. */
const NO_NUMBER = /^(?:[-–—−]|n\/a|н\/д|yok)?$/i

const SIGN = '[-–−+±≈~<>≤≥]'
const CURRENCY = '(?:US\\$|[$€£₺₽¥])'
const FIGURES = "\\d[\\d.,\\s'’]*"
/** One short word such as years or TL, and a currency or percent sign. */
const UNIT = '(?:\\s?(?:\\p{L}{1,8}\\.?|[%‰×])){0,2}\\s?(?:[$€£₺₽%])?'
const AMOUNT = `${SIGN}?\\s?(?:(?:yüzde|binde)\\s|%|${CURRENCY})?\\s?${SIGN}?${FIGURES}${UNIT}`
const NUMBER = new RegExp(`^${AMOUNT}(?:\\s?[-–]\\s?${AMOUNT})?$`, 'iu')

/** Whether a cell has no number, and nothing else either. */
export const isNothing = (cell: string): boolean => NO_NUMBER.test(cell)

/** Whether these cells contain numbers, possibly with signs and units. */
export function isNumber(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isNothing(cell))
  return filled.length > 0 && filled.every((cell) => NUMBER.test(cell))
}

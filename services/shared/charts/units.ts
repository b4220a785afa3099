import type { NumberFormat } from '../formulas/printed-number.ts'

const SIGN = /[$€£₺₽¥%‰×]/u
/** What may stand before a number and says nothing of its unit. */
const NO_UNIT = /[+±≈~]/gu
const WORD = /\p{L}+/gu
/** Words for years that begin differently. */
const YEARS: ReadonlySet<string> = new Set(['год', 'лет'])
/** As many letters are the same in all numbers and cases: месяц, месяца, месяцев. */
const STEM = 3

/** The unit of a number, to compare with others: `$`, `%`, `mon` for 1 month and for 6 months. */
export function unitOf({ before, after }: NumberFormat): string {
  const around = `${before} ${after}`.replaceAll(NO_UNIT, '')
  const words = around.match(WORD) ?? []
  const stems = words.map((word) => stemOf(word.toLocaleLowerCase()))
  return [SIGN.exec(around)?.[0] ?? '', ...stems].join(' ').trim()
}

const stemOf = (word: string) => (YEARS.has(word.slice(0, STEM)) ? 'год' : word.slice(0, STEM))

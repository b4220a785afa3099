import type { Locale } from '../contracts/primitives.ts'

/** What the picture and its description say in a language. */
export interface ChartWords {
  /** What opens the table below a picture on a phone. */
  table: string
  /** Below a picture that would follow what readers change, and has no result to show. */
  noResult: string
  /** A thousand, a million and a billion of a unit, which may be empty. */
  multiples: readonly [string, string, string]
  /** Whether a multiple stands before the unit: `тыс. ₽`, and `$ thousand`. */
  multipleFirst: boolean
  /** One line of the description, with what the reader would see at a glance. */
  first: string
  last: string
  lowest: string
  highest: string
  /** Two lines cross between two rows. */
  cross(one: string, other: string, from: string, to: string): string
}

export const CHART_WORDS: Readonly<Record<Locale, ChartWords>> = {
  en_US: {
    table: 'The figures as a table',
    noResult: 'The picture cannot show these numbers, and stays as it was.',
    multiples: ['thousand', 'million', 'billion'],
    multipleFirst: false,
    first: 'first',
    last: 'last',
    lowest: 'lowest',
    highest: 'highest',
    cross: (one, other, from, to) => `${one} and ${other} cross between ${from} and ${to}`,
  },
  ru_RU: {
    table: 'Те же числа таблицей',
    noResult: 'Показать эти числа рисунок не может и остаётся прежним.',
    multiples: ['тыс.', 'млн', 'млрд'],
    multipleFirst: true,
    first: 'сначала',
    last: 'в конце',
    lowest: 'меньше всего',
    highest: 'больше всего',
    cross: (one, other, from, to) => `«${one}» и «${other}» пересекаются: ${from} – ${to}`,
  },
  tr_TR: {
    table: 'Aynı rakamlar, tablo olarak',
    noResult: 'Çizim bu sayıları gösteremiyor, önceki gibi kalıyor.',
    multiples: ['bin', 'milyon', 'milyar'],
    multipleFirst: true,
    first: 'ilk',
    last: 'son',
    lowest: 'en düşük',
    highest: 'en yüksek',
    cross: (one, other, from, to) => `${one} ile ${other} kesişir: ${from} – ${to}`,
  },
}

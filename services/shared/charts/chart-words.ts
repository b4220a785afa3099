import type { Locale } from '../contracts/primitives.ts'

/** What the picture and its description say in a language. */
export interface ChartWords {
  /** What opens the table below a picture on a phone. */
  table: string
  /** Below the picture of a table whose numbers follow what readers change. */
  drawnOnce: string
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
    drawnOnce: 'The picture shows the numbers of the article; it does not follow yours.',
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
    drawnOnce: 'На рисунке числа из статьи: за вашими он не меняется.',
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
    drawnOnce: 'Çizim yazının sayılarını gösterir; sizin sayılarınızı izlemez.',
    multiples: ['bin', 'milyon', 'milyar'],
    multipleFirst: true,
    first: 'ilk',
    last: 'son',
    lowest: 'en düşük',
    highest: 'en yüksek',
    cross: (one, other, from, to) => `${one} ile ${other} kesişir: ${from} – ${to}`,
  },
}

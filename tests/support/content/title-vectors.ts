import type { Locale } from '#shared/contracts/primitives.ts'

/** A case of the rule of the search, which every engine must keep to. */
export interface TitleVector {
  number: number
  typed: string
  title: string
  locale: Locale
  matches: boolean
}

const ROWS: readonly (readonly [number, string, string, Locale, boolean])[] = [
  [1, 'invest', 'Investing for Beginners', 'en_US', true],
  [2, 'VEST', 'Investing for Beginners', 'en_US', true],
  [3, 'gin', 'Investing for Beginners', 'en_US', true],
  [4, 'beginners invest', 'Investing for Beginners', 'en_US', true],
  [5, 'invest bonds', 'Investing for Beginners', 'en_US', false],
  [6, '  invest   for ', 'Investing for Beginners', 'en_US', true],
  [7, 'invest invest', 'Investing for Beginners', 'en_US', true],
  [9, 'investingfor', 'Investing for Beginners', 'en_US', false],
  [11, 'etfs?', 'What Are ETFs?', 'en_US', true],
  [12, 's&p 500', 'S&P 500 vs. Nasdaq', 'en_US', true],
  [13, '401(k)', '401(k) Rollover Rules', 'en_US', true],
  [15, 'a_b', 'Series a-b bonds', 'en_US', false],
  [17, '-roth', 'Roth IRA explained', 'en_US', false],
  [19, 'defi', 'DeFi and NFT basics', 'en_US', true],
  [21, 'naive', 'Naïve diversification', 'en_US', false],
  [23, 'nai\u0308ve', 'Naïve diversification', 'en_US', true],
  [25, 'strasse', 'Straße der Börse', 'en_US', false],
  [27, 'ß', 'MASSE', 'en_US', false],
  [29, 'σ', 'Measuring ΣΑΣ risk', 'en_US', true],
  [31, 'kelvin', '\u212aelvin index', 'en_US', true],
  [32, 'istanbul', 'İstanbul Borsası rehberi', 'tr_TR', true],
  [33, 'İSTANBUL', 'istanbul borsası', 'tr_TR', true],
  [35, 'ISTANBUL', 'İstanbul Borsası', 'tr_TR', true],
  [36, 'ısparta', "ISPARTA'da yatırım", 'tr_TR', true],
  [37, 'ISPARTA', "Isparta'da yatırım", 'tr_TR', true],
  [39, 'ısparta', "Isparta'da yatırım", 'tr_TR', true],
  [41, 'ışık', 'IŞIK FONU', 'tr_TR', true],
  [43, 'sinir', 'Kredi sınırı', 'tr_TR', false],
  [45, 'KREDI', 'Kredi kartı', 'tr_TR', true],
  [47, 'döviz', 'DÖVİZ KURU', 'tr_TR', true],
  [49, 'i\u0307stanbul', 'İstanbul', 'tr_TR', true],
  [51, 'ısparta', 'ISPARTA roses', 'en_US', false],
  [53, 'счёт', 'СЧЁТ в банке', 'ru_RU', true],
  [54, 'счет', 'Счёт в банке', 'ru_RU', false],
  [55, 'счёт', 'Счет в банке', 'ru_RU', false],
  [57, 'инвестици', 'Рынок инвестиций', 'ru_RU', true],
  [59, 'кредит карт', 'Карты и кредиты', 'ru_RU', true],
  [63, 'child’s', "A child's money", 'en_US', true],
  [65, "child's", 'A child’s money', 'en_US', true],
  [67, '“par', 'Shares at "par value"', 'en_US', true],
  [69, '2019-2024', 'Prices, 2019–2024', 'en_US', true],
  [71, '2019–2024', 'Prices, 2019-2024', 'en_US', true],
  [73, 'childs', "A child's money", 'en_US', false],
  [75, '"вклад"', 'Слово «вклад»', 'ru_RU', true],
  [77, 'istanbul’da', "İstanbul'da borsa", 'tr_TR', true],
  [61, '5 000', 'Вклад от 5\u00a0000 рублей', 'ru_RU', true],
]

export const TITLE_VECTORS: readonly TitleVector[] = ROWS.map(
  ([number, typed, title, locale, matches]) => ({ number, typed, title, locale, matches }),
)

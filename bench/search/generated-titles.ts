import { setImmediate } from 'node:timers/promises'
import type { TitleEntry } from '../../services/shared/contracts/change.ts'
import type { Locale } from '../../services/shared/contracts/primitives.ts'
import { createDice, type Dice } from '../../tests/support/content/dice.ts'

/**
 * Random titles: as long as real ones, 60 characters on average, with a few words in most of them
 * and very many in few, with figures and signs. The same at every call.
 */
export function* generateTitles(count: number, locale: BenchLocale): Generator<TitleEntry> {
  const dice = createDice(2026)
  const words = makeWords(locale, dice)
  for (let number = 0; number < count; number++) {
    const { title, slug } = makeTitle(words, dice, number)
    yield {
      // In the order of ids, as content lists titles.
      id: `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
      title,
      path: `/articles/${slug}`,
      publishedAt: new Date(BEGAN_MS + dice.below(TWO_YEARS_MS)).toISOString(),
    }
  }
}

/** A million titles as objects would take more memory than their index: in pages, few are held. */
export async function* pagesOfTitles(
  count: number,
  locale: BenchLocale,
): AsyncGenerator<TitleEntry[]> {
  let page: TitleEntry[] = []
  for (const title of generateTitles(count, locale)) {
    page.push(title)
    // Generating titles must not be counted as a pause of the engine.
    if (page.length % TITLES_AT_ONCE === 0) await setImmediate()
    if (page.length < TITLES_PER_PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** As the search service asks for them. */
export const TITLES_PER_PAGE = 1_000
const TITLES_AT_ONCE = 100

export const BENCH_LOCALES = ['en_US', 'ru_RU'] as const satisfies Locale[]
export type BenchLocale = (typeof BENCH_LOCALES)[number]

const BEGAN_MS = Date.UTC(2024, 10, 7)
const TWO_YEARS_MS = 2 * 365 * 24 * 3_600_000
/** Signs make more of them: with "bonds:" and "bonds?" a million titles have 120,000. */
const WORDS = 60_000
/** Stands for Cyrillic letters, so that addresses are about as long as real ones. */
const LATIN = 'abvgdezziyklmnoprstufhcqwxyjeua'
const SLUG_LENGTH = 100

interface Word {
  text: string
  capitalized: string
  /** In an address. */
  slug: string
}

const toWord = (text: string): Word => ({
  text,
  capitalized: text.charAt(0).toUpperCase() + text.slice(1),
  slug: text
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => LATIN[letter.charCodeAt(0) % LATIN.length] ?? 'x')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, ''),
})

function makeTitle(words: readonly Word[], dice: Dice, number: number) {
  const length = 5 + dice.below(7)
  const parts: string[] = []
  let slug = ''
  for (let at = 0; at < length; at++) {
    const word = words[rankOf(dice, words.length)]
    if (!word) continue
    parts.push(at === 0 || dice.below(6) === 0 ? word.capitalized : word.text)
    if (slug.length + word.slug.length < SLUG_LENGTH) slug += `${slug && '-'}${word.slug}`
  }
  const chance = dice.below(20)
  if (chance === 0) parts.push(String(2015 + dice.below(20)))
  else if (chance === 1) parts.push(`${dice.below(90)}.${dice.below(10)}%`)
  else if (chance === 2) parts.push(`№${number % 977}`)
  const colon = dice.below(3) === 0 ? 1 + dice.below(length - 2) : 0
  if (colon > 0) parts[colon] = `${parts[colon]}:`
  return { title: parts.join(' ') + (dice.below(8) === 0 ? '?' : ''), slug }
}

/** Zipf's law: the word of rank n comes one n-th as often as the first. */
const rankOf = (dice: Dice, ranks: number) => Math.floor(ranks ** dice.next()) - 1

/** The most frequent first. */
function makeWords(locale: BenchLocale, dice: Dice): Word[] {
  const { common, heads, tails, ends } = LANGUAGES[locale]
  const words = new Set<string>(common)
  while (words.size < WORDS) {
    const middle = dice.below(2) === 0 ? dice.oneOf(tails) : ''
    words.add(dice.oneOf(heads) + middle + dice.oneOf(tails) + dice.oneOf(ends))
  }
  return [...words].map(toWord)
}

const split = (text: string) => text.trim().split(/\s+/)

const LANGUAGES = {
  en_US: {
    common: split(`
      the to of a and in for how what your is on investing money with bonds stocks from why best it
      funds risk rates credit savings interest you tax income market fund at card or loan by bond when
      retirement an mortgage stock price plan debt cash guide are rate investment insurance yield
      account bank dividend prospectus S&P 401(k) ETF ETFs inflation broker portfolio invest annuity
      refinancing diversification index adviser budget deposit growth value options gold currency`),
    heads:
      split(`ac ad al am an ap ar as at ba be bi bo bra cal can cen cha col com con cor de di dis
      do dra ef el em en ex fa fi flo for fra ga ge gra ha he hor im in ter ka la li lo ma me mi mo na
      no ob or pa per pla po pre pro qua ra re ro sa se sha si sta sub su ta te tra tri un va ve vi wa`),
    tails:
      split(`ba bel cal ce ci cor da del di do er fa fi gen gra hal i ker la len li lo ma men mi
      mo na ner ni no o ped pin ra rel ri ro sal sen si so ta tel ten ti to u val ver vi wan xa zor`),
    ends: split(
      `n s t d ing ed er tion ment al ly ous ive able ness ity ary ist ism or ure ance y`,
    ),
  },
  ru_RU: {
    common: split(`
      и в на что как для с по не или от из за вклад деньги банк риск ставка кредит инвестиции доход
      облигации акции фонд налог рынок цена счёт рубль ипотека карта брокер инфляция процент выгода
      облигация инвестиций накопительный страховка портфель дивиденд валюта золото пенсия долг срок
      проспект доходность вычет ОФЗ ИИС кешбэк комиссия индекс капитал расчёт бюджет покупка продажа`),
    heads:
      split(`ав аг ад ак ал ам ан ап ар ба бе би бо вал ве ви во вы га ге го гра да де ди до дра
      за зе из им ин ка ке ко кра ла ле ли ло ма ме ми мо на не но об от па пе по пра пре при про раз
      ре ро са се си со ста су та те то тра у фа фи хо це ча ше эк ю я`),
    tails:
      split(`ба бел ва вер ви га гор да дел ди до ер жа за зи ка кер ки ла лен ли ло ма мен ми мо
      на нер ни но пе пин ра рел ри ро са сен си со та тел тен ти то фи ха цен чи ши ща`),
    ends: split(
      `а я о е ы и ый ая ое ть ся ность ение ание ция ист ом ов ами ях ской ный тель ка й`,
    ),
  },
} as const

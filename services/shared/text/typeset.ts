import type { Locale } from '../contracts/primitives.ts'

/** Stands in a text for what is no text: code, a picture, an address. It counts as a word. */
export const OBJECT = '\ufffc'

/**
 * The text as a printer of the language sets it: quotes, apostrophes, dashes between numbers and
 * spaces that no line ends at. Every UTF-16 unit stays where it is, so what is known of places in the
 * text holds.
 */
export function typeset(text: string, locale: Locale): string {
  return keepTogether(setRanges(setQuotes(text, locale)), locale)
}

type Pair = readonly [opening: string, closing: string]
const ENGLISH: readonly [Pair, Pair] = [
  ['“', '”'],
  ['‘', '’'],
]
const RUSSIAN: readonly [Pair, Pair] = [
  ['«', '»'],
  ['„', '“'],
]

/** Around a quotation, and around one inside another. */
const QUOTES: Record<Locale, readonly [outer: Pair, inner: Pair]> = {
  en_US: ENGLISH,
  ru_RU: RUSSIAN,
  tr_TR: ENGLISH,
}

const MARKS = /["'«»]/g
const APOSTROPHE = '’'
/** Quotations inside one another; what holds more is no prose. */
const MAX_OPEN = 20
const WORD = /[\p{L}\p{M}\p{N}\ufffc]/u
/** What a quotation may begin after. */
const BEFORE_QUOTE = /[\s([{<«“„‘/\u2010-\u2015"']/u
/** `’90s`, `’98`: a year without its century. */
const SHORT_YEAR = /^\d\ds?(?![\p{L}\p{N}])/u

function setQuotes(text: string, locale: Locale): string {
  if (!/["']/.test(text)) return text
  /** Marks that are set otherwise than they are written, by their place. */
  const set = new Map<number, string>()
  /** Where quotations began that have not ended. */
  const open: { at: number; mark: string }[] = []
  /** Quotations in marks that the writer set himself. */
  let written = 0

  for (const { 0: mark, index: at } of text.matchAll(MARKS)) {
    if (mark === '«') written += 1
    if (mark === '»') written = Math.max(0, written - 1)
    if (mark !== '"' && mark !== "'") continue
    const before = set.get(at - 1) ?? text[at - 1] ?? ' '
    const after = text[at + 1] ?? ' '
    if (mark === "'" && WORD.test(before) && WORD.test(after)) {
      set.set(at, APOSTROPHE)
      continue
    }
    const begins = BEFORE_QUOTE.test(before) && !/\s/u.test(after)
    const last = open.findLastIndex((one) => one.mark === mark)
    if (begins && !(mark === "'" && SHORT_YEAR.test(text.slice(at + 1)))) {
      open.push({ at, mark })
      if (open.length > MAX_OPEN) open.shift()
    } else if (last >= 0 && !/\s/u.test(before)) {
      // A mark in between that nothing ended was none.
      const [{ at: from } = { at }] = open.splice(last)
      const depth = open.filter((one) => one.mark === '"').length + written
      const [outer, inner] = QUOTES[locale]
      const [opening, closing] = mark === "'" || depth % 2 === 1 ? inner : outer
      set.set(from, opening)
      set.set(at, closing)
    } else if (mark === "'" && (/\p{L}/u.test(before) || (begins && WORD.test(after)))) {
      set.set(at, APOSTROPHE)
    }
  }
  // What began no quotation: 'tis.
  for (const { at, mark } of open) {
    if (mark === "'" && /\p{L}/u.test(text[at + 1] ?? '')) set.set(at, APOSTROPHE)
  }
  return text.replace(MARKS, (mark, at: number) => set.get(at) ?? mark)
}

/** Two numbers joined by a hyphen that are part of nothing longer: no date, code or sum. */
const NUMBERS =
  /(?<![\p{L}\p{N}\ufffc.,:/_#№−–-]|[№#] )([1-9]\d{0,3})-([1-9]\d{0,3})(?![\p{L}\p{N}\ufffc/:_-]|[.,]\d)/gu

/** From one number up to another, with a dash. Telephone numbers and months stay as they are. */
const setRanges = (text: string) =>
  // Looking for two digits first takes a fraction of the time, and most texts have none.
  !/\d-\d/.test(text)
    ? text
    : text.replace(NUMBERS, (written, from: string, to: string) => {
        const isYear = /^(?:19|20)\d\d$/.test(from)
        const isUpward =
          isYear && to.length === 2
            ? Number(to) > 12 && Number(to) > Number(from.slice(2))
            : Number(from) < Number(to)
        const isTelephone = from.length === 3 && to.length === 4
        return isUpward && !isTelephone ? `${from}–${to}` : written
      })

/** Spaces at which a line must not end. */
const SPACES: Record<Locale, readonly RegExp[]> = {
  en_US: [/(?<=\d) (?=(?:percent|thousand|million|billion|trillion)(?!\p{L}))/gu],
  tr_TR: [
    /(?<=\d) (?=(?:Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık)(?!\p{L}))/gu,
    /(?<=(?<!\p{L})(?:yüzde|binde)) (?=\d)/giu,
    /(?<=\d|(?<!\p{L})(?:bin|milyon|milyar|trilyon)) (?=(?:TL|₺|lira|kuruş|dolar|avro|euro|bin|milyon|milyar|trilyon)(?!\p{L}))/gu,
  ],
  ru_RU: [
    // A dash begins no line.
    / (?=[—–] )/g,
    // A number with its unit, and the groups of a long one.
    /(?<=\d) (?=[%‰₽$€£°]|\p{L}{1,8}(?!\p{L}))/gu,
    /(?<=(?<!\p{L})(?:тыс\.|млн|млрд|трлн)) (?=[₽$€£]|руб)/gu,
    /(?<=(?<![\d,])\d{1,3}) (?=\d{3}(?!\d))/g,
    /(?<=№|§|(?<!\p{L})(?:ст|п|пп|гл|рис|табл)\.) (?=\d)/giu,
    // A short word does not end a line.
    /(?<=(?<![\p{L}\p{N}])(?:а|в|и|к|о|с|у|я|во|до|за|из|ко|на|не|ни|но|об|от|по|со)) (?=\S)/giu,
    / (?=(?:бы|б|ли|ль|же|ж)(?!\p{L}))/gu,
  ],
}

const keepTogether = (text: string, locale: Locale) =>
  SPACES[locale].reduce((kept, spaces) => kept.replace(spaces, '\u00a0'), text)

import type { Locale } from '#shared/contracts/primitives.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import type { NumberLink } from '../markdown/take-numbers.ts'

/** A link to a fact, as it stands in a text; positions in UTF-16 units. */
export interface FactLink extends Pick<NumberLink, 'line' | 'definition' | 'printed'> {
  /** What stands between its brackets: the printed number, perhaps with emphasis. */
  words: { start: number; text: string }
  /** Where the link ends, exclusive. */
  ends: number
}

export interface LocatedLinks {
  found: FactLink[]
  /** What the parser sees and cannot be found again, such as a link by reference. */
  lost: NumberLink[]
}

/** What looks like such a link. Only the parser knows whether it is one, or stands in code. */
const LINK = /\[((?:[^[\]\n\\]|\\.){1,200})\]\(\s*<?\s*fact:\s*([^\s<>()]{1,200})\s*>?\s*\)/gi
const INLINE_CODE = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g

/** Finds the links to facts in a text: the parser says which there are, and not where in a line. */
export function locateFactLinks(source: string, locale: Locale): LocatedLinks {
  const { numbers } = renderMarkdown(source, '', locale).outline
  const real = numbers.filter(({ kind }) => kind === 'fact')
  if (real.length === 0) return { found: [], lost: [] }
  const placed = placesOf(source)
  const found: FactLink[] = []
  const lost: NumberLink[] = []
  for (const [key, links] of Map.groupBy(real, keyOf)) {
    const places = placed.get(key) ?? []
    const outside = places.filter(({ isInCode }) => !isInCode)
    const those = [outside, places].find(({ length }) => length === links.length)
    links.forEach((link, at) => {
      const place = those?.[at]
      if (place) found.push({ ...place.link, printed: link.printed })
      else lost.push(link)
    })
  }
  return { found: found.sort((one, other) => one.ends - other.ends), lost }
}

const keyOf = ({ line, definition }: Pick<NumberLink, 'line' | 'definition'>) =>
  `${line} ${definition}`

/** Everything that looks like a link to a fact, by line and definition. */
function placesOf(source: string) {
  const places: { key: string; isInCode: boolean; link: Omit<FactLink, 'printed'> }[] = []
  source.split('\n').reduce((begins, text, line) => {
    const codes = Array.from(text.matchAll(INLINE_CODE), ({ 0: { length }, index }) => ({
      index,
      end: index + length,
    }))
    for (const { 0: whole, 1: words = '', 2: definition = '', index } of text.matchAll(LINK)) {
      const link = {
        line,
        definition,
        words: { start: begins + index + 1, text: words },
        ends: begins + index + whole.length,
      }
      const isInCode = codes.some((code) => code.index <= index && index < code.end)
      places.push({ key: keyOf(link), isInCode, link })
    }
    return begins + text.length + 1
  }, 0)
  return Map.groupBy(places, ({ key }) => key)
}

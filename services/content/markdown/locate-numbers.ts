import type { Locale } from '#shared/contracts/primitives.ts'
import { NUMBER_KINDS } from '#shared/formulas/number-kinds.ts'
import { readMarkdown } from './render-markdown.ts'
import type { NumberLink } from './take-numbers.ts'

/** Where a link stands in a text; positions in UTF-16 units. */
export interface LinkPlace {
  /** What stands between the brackets: the printed number, perhaps with emphasis. */
  words: { start: number; text: string }
  /** Exclusive. */
  ends: number
}

export interface LocatedNumber extends NumberLink {
  /** `undefined` where it cannot be found again, such as a link by reference. */
  place: LinkPlace | undefined
}

const WORDS = String.raw`\[((?:[^[\]\n\\]|\\.){1,200})\]`
const KIND = String.raw`\s*(${NUMBER_KINDS.join('|')}):`
/** What looks like such a link. Only the parser knows whether it is one, or stands in code. */
const LINK = new RegExp(
  String.raw`${WORDS}\(\s*(?:<${KIND}([^<>\n]{1,600})>|${KIND}([^\s<>()]{1,600}))\s*\)`,
  'gi',
)
const INLINE_CODE = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g

/**
 * Finds the numbers of a text that say what they are, in its order: the parser says which there are,
 * and not where in a line.
 */
export function locateNumbers(source: string, locale: Locale): LocatedNumber[] {
  const { numbers } = readMarkdown(source, '', locale).outline
  if (numbers.length === 0) return []
  const placed = placesOf(source)
  const alike = Map.groupBy(numbers, keyOf)
  const next = new Map(
    [...alike].map(([key, links]) => {
      const places = placed.get(key) ?? []
      const outside = places.filter(({ isInCode }) => !isInCode)
      const those = [outside, places].find(({ length }) => length === links.length)
      return [key, (those ?? []).values()]
    }),
  )
  return numbers.map((number) => ({
    ...number,
    place: next.get(keyOf(number))?.next().value?.place,
  }))
}

const keyOf = ({
  line,
  kind,
  definition,
}: Pick<NumberLink, 'line' | 'definition'> & { kind: string }) => `${line} ${kind}:${definition}`

interface PossiblePlace {
  key: string
  isInCode: boolean
  place: LinkPlace
}

/** Everything that looks like such a link, by line and definition. */
function placesOf(source: string): Map<string, PossiblePlace[]> {
  const places: PossiblePlace[] = []
  source.split('\n').reduce((begins, text, line) => {
    const codes = Array.from(text.matchAll(INLINE_CODE), ({ 0: { length }, index }) => ({
      index,
      end: index + length,
    }))
    for (const match of text.matchAll(LINK)) {
      const { 0: whole, 1: words = '', index } = match
      const [kind = '', definition = ''] = match.slice(match[2] === undefined ? 4 : 2)
      const key = keyOf({ line, kind: kind.toLowerCase(), definition: definition.trim() })
      const isInCode = codes.some((code) => code.index <= index && index < code.end)
      const place = {
        words: { start: begins + index + 1, text: words },
        ends: begins + index + whole.length,
      }
      places.push({ key, isInCode, place })
    }
    return begins + text.length + 1
  }, 0)
  return Map.groupBy(places, ({ key }) => key)
}

import type { Locale } from '#shared/contracts/primitives.ts'
import type { Mark } from '#shared/text/highlight.ts'
import { containsText, foldText } from '#shared/text/title-match.ts'
import { textAt } from '../engines/embedded/text-list.ts'
import { createRowReader } from '../engines/embedded/title-segment.ts'
import type { ReadRow } from './readings.ts'

/** Signs around a word are not part of it. */
const CORE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su

/**
 * The ranges of a title whose words were typed differently: in another form, with a mistake, or
 * with other letters. In UTF-16 units, in order.
 */
export function markDifferences(place: ReadRow, locale: Locale): Mark[] {
  const { segment, row, reading, layer } = place
  const { tokenWords, tokenWordStarts, tokens } = segment
  const marks: Mark[] = []
  const reader = createRowReader(segment)
  let at = 0
  for (let left = reader.open(row); left > 0; left--) {
    const number = reader.read()
    const token = textAt(tokens, number)
    const own = tokenWords.subarray(tokenWordStarts[number], tokenWordStarts[number + 1])
    const meant = reading.words.filter(({ inLayers }) =>
      own.some((word) => inLayers[layer]?.words.has(word)),
    )
    const isOther = meant.some(
      ({ typed }) => !containsText(foldText(token, locale), foldText(typed.typed, locale)),
    )
    const core = CORE.exec(token)
    if (isOther && core) marks.push([at + core.index, at + core.index + core[0].length])
    at += token.length + 1
  }
  return marks
}

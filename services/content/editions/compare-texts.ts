import { diffPatch } from 'node-diff3'
import { isComparable } from './is-comparable.ts'

interface TextChange {
  /** From 1, in the text that is compared with: where the lines stand, or would. */
  line: number
  was: string
  is: string
}

/** What differs between two texts, line by line. Figures stand apart, because they are what readers count on. */
export interface TextDiff {
  text: TextChange[]
  figures: { gone: string[]; added: string[] }
}

export const compareTexts = (former: string, current: string): TextDiff => ({
  text: changedLines(former, current),
  figures: compareFigures(former, current),
})

function changedLines(former: string, current: string): TextChange[] {
  const [was, is] = [linesOf(former), linesOf(current)]
  if (former !== current && !isComparable(was, is)) return [{ line: 1, was: former, is: current }]
  return diffPatch(was, is).map(({ buffer1, buffer2 }) => ({
    line: buffer2.offset + 1,
    was: buffer1.chunk.join('\n'),
    is: buffer2.chunk.join('\n'),
  }))
}

const linesOf = (text: string) => text.split(/\r?\n/)

/** Numbers as they are printed, with their signs, currencies and percent signs. */
const FIGURE = /[-−–+]?[$€£₺₽]?\d(?:[\d.,\u00A0\u202F]*\d)?%?/gu

function compareFigures(former: string, current: string) {
  const [was, is] = [countFigures(former), countFigures(current)]
  const beyond = (some: Map<string, number>, others: Map<string, number>) =>
    [...some].flatMap(([figure, count]) =>
      Array.from({ length: Math.max(0, count - (others.get(figure) ?? 0)) }, () => figure),
    )
  return { gone: beyond(was, is), added: beyond(is, was) }
}

function countFigures(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [figure] of text.matchAll(FIGURE)) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  return counts
}

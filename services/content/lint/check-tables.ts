import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'
import { FRAME_IDS } from '../markdown/render-markdown.ts'

/** What the captions of a text say and cannot mean. */
export function reasonsAgainstTables({
  tables,
  headings,
}: Pick<Outline, 'tables' | 'headings'>): CodedReason[] {
  const ids = new Set([...FRAME_IDS, ...headings.map(({ id }) => id)])
  return tables.flatMap(({ line, options: { id }, mistakes, chartMistake }) => {
    const isTaken = id !== undefined && ids.has(id)
    if (id !== undefined) ids.add(id)
    const aboutChart =
      chartMistake === undefined ? [] : [aboutText('E-CHART', line, `The chart ${chartMistake}`)]
    const aboutCaption = [
      ...mistakes,
      ...(isTaken
        ? [`has the id "${id}", which another part of the page has: choose another`]
        : []),
    ].map((message) => aboutText('E-TABLE', line, `The caption ${message}`))
    return [...aboutCaption, ...aboutChart]
  })
}

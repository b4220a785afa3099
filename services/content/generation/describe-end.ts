import type { DraftEnd, EndedTitle } from './write-drafts.ts'

/** How a title ended, in one line. */
export function describeEnd({ title, end }: EndedTitle): string {
  switch (end.kind) {
    case 'written':
      return `"${title}" is drafted in ${end.file}`
    case 'exists':
      return `"${title}" has a draft in ${end.file} already; --force replaces it`
    case 'published':
      return `"${title}" is published in ${end.file}`
    case 'rejected':
      return `"${title}" was rejected, and is kept in ${end.file}`
    case 'failed':
      return `"${title}" failed: ${end.reason}`
    case 'left':
      return `"${title}" has no draft yet: the run was stopped`
    default:
      return end satisfies never
  }
}

/** What became of every title, and how to go on. */
export function describeRun(ends: readonly EndedTitle[]): string {
  const lines = ends.flatMap((ended) => [
    describeEnd(ended),
    ...('remarks' in ended.end ? ended.end.remarks : []).map((remark) => `  ${remark}`),
  ])
  const missing = count(ends, ['failed', 'left'])
  return [
    ...lines,
    '',
    ...(count(ends, ['written']) > 0
      ? ['To publish a draft, read it, move it to articles/ and commit it.']
      : []),
    ...(missing > 0
      ? [
          `${missing} of ${ends.length} titles have no draft. Run the same command again, without --force, to request only these.`,
        ]
      : []),
  ].join('\n')
}

/** Whether every title has its draft or its article now. */
export const isComplete = (ends: readonly EndedTitle[]): boolean =>
  count(ends, ['rejected', 'failed', 'left']) === 0

const count = (ends: readonly EndedTitle[], kinds: readonly DraftEnd['kind'][]): number =>
  ends.filter(({ end }) => kinds.includes(end.kind)).length

import type { TrackedEnd } from './follow-jobs.ts'

/** How a title ended, in one line. */
export function describeEnd({ job: { title }, end }: TrackedEnd): string {
  switch (end.state) {
    case 'failed':
      return `"${title}" failed: ${end.reason}`
    case 'left':
      return `"${title}" is left in the queue`
    case 'done':
      switch (end.outcome.kind) {
        case 'written':
          return `"${title}" is drafted in ${end.outcome.file}`
        case 'exists':
          return `"${title}" has a draft in ${end.outcome.file} already; --force replaces it`
        case 'rejected':
          return `"${title}" was rejected, and is kept in ${end.outcome.file}`
        default:
          return end.outcome.kind satisfies never
      }
    default:
      return end satisfies never
  }
}

/** What became of all titles, for people, and how to go on. */
export function describeRun(ends: readonly TrackedEnd[]): string {
  const lines = ends.flatMap((tracked) => [
    describeEnd(tracked),
    ...remarksOf(tracked).map((remark) => `  ${remark}`),
  ])
  const left = count(ends, 'left')
  const written = ends.some(({ end }) => end.state === 'done' && end.outcome.kind === 'written')
  return [
    ...lines,
    '',
    ...(written
      ? ['A draft is published by whoever reads it, moves it to articles/ and commits it.']
      : []),
    ...(ends.some(didFail)
      ? ['Ask for the same titles again, and only those that failed are written.']
      : []),
    ...(left > 0
      ? [
          `${left} of ${ends.length} left in the queue. Go on with: npm run content -- generate --resume`,
        ]
      : []),
  ].join('\n')
}

const didFail = ({ end }: TrackedEnd) => end.state === 'failed'

const remarksOf = ({ end }: TrackedEnd) => (end.state === 'done' ? end.outcome.remarks : [])

const count = (ends: readonly TrackedEnd[], state: TrackedEnd['end']['state']) =>
  ends.filter(({ end }) => end.state === state).length

/** Whether every title has its draft now. */
export const isComplete = (ends: readonly TrackedEnd[]): boolean =>
  ends.every(({ end }) => end.state === 'done' && end.outcome.kind !== 'rejected')

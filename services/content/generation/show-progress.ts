import type { DraftEnd, EndedTitle, RunState } from './write-drafts.ts'

/** What a terminal and a test have in common. */
export interface ProgressOutput {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const COLUMNS = 80
const BAR_WIDTH = 24
/** A terminal is written to no more often than people can see. In milliseconds. */
const SHOWN_MS = 100

/** A terminal gets one line that is written over and over; a log, a line for each title that ended. */
export function createProgress(output: ProgressOutput) {
  if (output.isTTY) {
    let shownAt = Number.NEGATIVE_INFINITY
    return {
      show(state: RunState) {
        const now = performance.now()
        if (now - shownAt < SHOWN_MS) return
        shownAt = now
        output.write(`\r\x1b[K${progressLine(state, output.columns || COLUMNS)}`)
      },
      end: () => void output.write('\r\x1b[K'),
    }
  }
  let reported = 0
  return {
    show({ titles, ended }: RunState) {
      for (const title of ended.slice(reported)) {
        reported += 1
        output.write(`${reported} of ${titles}: ${describeEnd(title)}\n`)
      }
    },
    end() {},
  }
}

/** How far all titles are, in one line that fits a terminal. */
function progressLine({ titles, ended, inProgress }: RunState, columns: number): string {
  const filled = Math.floor((BAR_WIDTH * ended.length) / Math.max(1, titles))
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.')
  const parts = Array.from(inProgress, ([{ title }, { stage, characters }]) => {
    const count = characters > 0 ? `, ${characters.toLocaleString('en')} characters` : ''
    return `${title} (${stage}${count})`
  })
  const line = [`drafts [${bar}] ${ended.length} of ${titles}`, ...parts].join('; ')
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

/** How a title ended, in one line. */
function describeEnd({ title, end }: EndedTitle): string {
  const { kind, file, reason }: { kind: DraftEnd['kind']; file?: string; reason?: string } = end
  const words: Record<typeof kind, string> = {
    written: `is drafted in ${file}`,
    exists: `has a draft in ${file} already; --force replaces it`,
    published: `is published in ${file}`,
    rejected: `was rejected, and is kept in ${file}`,
    failed: `failed: ${reason}`,
    left: 'has no draft yet: the run was stopped',
  }
  return `"${title}" ${words[kind]}`
}

/** What became of every title, and how to go on. */
export function describeRun(ends: readonly EndedTitle[]): string {
  const lines = ends.flatMap((ended) => [
    describeEnd(ended),
    ...('remarks' in ended.end ? ended.end.remarks : []).map((remark) => `  ${remark}`),
  ])
  lines.push('')
  if (count(ends, ['written']) > 0) {
    lines.push('To publish a draft, read it, move it to articles/ and commit it.')
  }
  const missing = count(ends, ['failed', 'left'])
  if (missing > 0) {
    lines.push(
      `${missing} of ${ends.length} titles have no draft. Run the same command again, without --force, to request only these.`,
    )
  }
  return lines.join('\n')
}

/** Whether every title has its draft or its article now. */
export const isComplete = (ends: readonly EndedTitle[]): boolean =>
  count(ends, ['rejected', 'failed', 'left']) === 0

const count = (ends: readonly EndedTitle[], kinds: readonly DraftEnd['kind'][]): number =>
  ends.filter(({ end }) => kinds.includes(end.kind)).length

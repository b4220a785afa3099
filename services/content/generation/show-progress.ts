import { describeEnd } from './describe-end.ts'
import type { RunState } from './write-drafts.ts'

/** What a terminal and a test have in common. */
export interface ProgressOutput {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface ProgressDisplay {
  show(state: RunState): void
  end(): void
}

const COLUMNS = 80
const BAR_WIDTH = 24
/** A terminal is written to no more often than people can see. In milliseconds. */
const SHOWN_MS = 100

/** A terminal gets one line that is written over and over; a log, a line for each title that ended. */
export function createProgress(output: ProgressOutput): ProgressDisplay {
  if (output.isTTY) {
    let shownAt = Number.NEGATIVE_INFINITY
    return {
      show(state) {
        const now = performance.now()
        if (now - shownAt < SHOWN_MS) return
        shownAt = now
        output.write(`\r\x1b[K${progressLine(state, output.columns || COLUMNS)}`)
      },
      end: () => void output.write('\r\x1b[K'),
    }
  }
  let said = 0
  return {
    show({ titles, ended }) {
      for (const title of ended.slice(said)) {
        said += 1
        output.write(`${said} of ${titles}: ${describeEnd(title)}\n`)
      }
    },
    end() {},
  }
}

/** How far all titles are, in one line that fits a terminal. */
function progressLine({ titles, ended, underWay }: RunState, columns: number): string {
  const filled = Math.floor((BAR_WIDTH * ended.length) / Math.max(1, titles))
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.')
  const parts = Array.from(underWay, ([{ title }, { stage, characters }]) => {
    const count = characters > 0 ? `, ${characters.toLocaleString('en')} characters` : ''
    return `${title} (${stage}${count})`
  })
  const line = [`drafts [${bar}] ${ended.length} of ${titles}`, ...parts].join('; ')
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

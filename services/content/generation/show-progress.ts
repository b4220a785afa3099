import { describeEnd } from './describe-end.ts'
import type { RunState } from './follow-jobs.ts'
import { progressLine } from './progress-text.ts'

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

/** A terminal gets one line that is written over and over; a log, a line for each title that ended. */
export function createProgress(output: ProgressOutput): ProgressDisplay {
  let said = 0
  if (output.isTTY) {
    return {
      show: (state) =>
        void output.write(`\r\x1b[K${progressLine(state, output.columns ?? COLUMNS)}`),
      end: () => void output.write('\r\x1b[K'),
    }
  }
  return {
    show({ titles, ended }) {
      for (const tracked of ended.slice(said)) {
        said += 1
        output.write(`${said} of ${titles}: ${describeEnd(tracked)}\n`)
      }
    },
    end() {},
  }
}

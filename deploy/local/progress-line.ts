import type { RebuildState } from '../../services/render/worker/records/stale-pages.ts'
import { progressBar } from '../../services/shared/progress-bar.ts'

/** Fewer pages are made too fast for a line about them to be read. */
const WORTH_A_LINE = 100

/** What a terminal and a test have in common. */
export interface TerminalOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows the progress of a large rebuild in one line of a terminal, which is overwritten each time.
 * Writes nothing without a terminal: the log has the progress then.
 */
export function createProgressLine(output: TerminalOutput): (state: RebuildState) => void {
  let shown = false
  return ({ pages, stale }) => {
    if (!output.isTTY) return
    const left = stale.bulk + stale['knock-ons'] + stale.edits
    if (left >= WORTH_A_LINE || (shown && left > 0)) {
      output.write(`\r${progressBar('making pages', pages - left, pages)}`)
      shown = true
      return
    }
    if (!shown) return
    output.write(`\r${progressBar('making pages', pages, pages)}\n`)
    shown = false
  }
}

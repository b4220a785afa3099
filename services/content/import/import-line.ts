import { progressBar } from '#shared/progress-bar.ts'

/** Fewer articles are checked too fast for a line about them to be read. */
const WORTH_A_LINE = 500

/** What a terminal and a test have in common. */
export interface LineOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows how far a large import has come in one line of a terminal, which is overwritten each time,
 * and taken away at the end. Writes nothing without a terminal.
 *
 * @returns what an import calls with the articles that are checked, and with all that will be
 */
export function createImportLine(output: LineOutput): (checked: number, all: number) => void {
  return (checked, all) => {
    if (!output.isTTY || all < WORTH_A_LINE) return
    const line = checked < all ? progressBar('importing', checked, all) : '\x1b[K'
    output.write(`\r${line}`)
  }
}

import type { RunState } from './follow-jobs.ts'

const BAR_WIDTH = 24

/** How far all titles are, in one line that fits a terminal. */
export function progressLine({ titles, ended, atWork }: RunState, columns: number): string {
  const filled = Math.floor((BAR_WIDTH * ended.length) / Math.max(1, titles))
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.')
  const parts = atWork.map(({ title, progress }) => {
    const characters = progress?.characters ?? 0
    const count = characters > 0 ? `, ${characters.toLocaleString('en')} characters` : ''
    return `${title} (${progress?.stage ?? 'asking'}${count})`
  })
  const line = [`drafts [${bar}] ${ended.length} of ${titles}`, ...parts].join('; ')
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

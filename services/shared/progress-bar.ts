const BAR_WIDTH = 30

/** How far work has come, for one line of a terminal: `making pages [######....] 3 of 5`. */
export function progressBar(what: string, done: number, all: number): string {
  const filled = Math.floor((BAR_WIDTH * done) / Math.max(1, all))
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.')
  return `${what} [${bar}] ${done} of ${all}`
}

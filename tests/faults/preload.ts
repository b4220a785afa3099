import path from 'node:path'
import { pathToFileURL } from 'node:url'

const MACHINE = path.resolve(import.meta.dirname, '../support/machine')
const importing = (name: string) => `--import=${pathToFileURL(path.join(MACHINE, name))}`

/** Settings of a process whose clock is wrong by so much. */
export const shiftedClock = (shiftMs: number) => ({
  NODE_OPTIONS: importing('shift-clock.ts'),
  CLOCK_SHIFT_MS: String(shiftMs),
})

/** Settings of a process that leaks on SIGUSR2, and has this much memory for what it keeps. */
export const leaking = (megabytes: number) => ({
  NODE_OPTIONS: `${importing('leak-on-signal.ts')} --max-old-space-size=${megabytes}`,
})

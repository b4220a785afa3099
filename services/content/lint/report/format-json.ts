import { levelOf } from '../../drafts/rules.ts'
import type { LintReport } from './report.ts'

/** Increased when a field of the JSON changes its meaning or is removed. */
const VERSION = 1

/** For programs: `problems` with `file`, `line`, `level`, `code` and `message`. */
export const formatJson = ({ problems, ...rest }: LintReport): string =>
  JSON.stringify(
    {
      version: VERSION,
      ...rest,
      problems: problems.map(({ file, line, code, message }) => ({
        ...{ file, line, level: levelOf(code), code, message },
      })),
    },
    null,
    2,
  )

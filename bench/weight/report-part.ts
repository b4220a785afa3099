import type { BenchReport } from '../support/bench-report.ts'

/** What one measurement adds to the report. */
export type Part = Required<Pick<BenchReport, 'rows' | 'limits' | 'notes'>>

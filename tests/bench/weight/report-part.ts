import type { BenchReport } from '../support/bench-report.ts'

/** What one look at the site adds to the report. */
export type Part = Required<Pick<BenchReport, 'rows' | 'limits' | 'notes'>>

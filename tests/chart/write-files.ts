import { writeChartFiles } from '../support/chart-files.ts'

/** Brings the files that the chart has copies of up to date. */
await writeChartFiles()

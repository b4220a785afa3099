import { writeChartFiles } from '../support/chart-files.ts'
import { writeComposeHashes } from '../support/compose-files.ts'

/** Brings the files that the chart has copies of up to date, and their hashes in the compose file. */
await writeChartFiles()
await writeComposeHashes()

import { writeChartFiles } from '../support/kube/chart-files.ts'
import { writeComposeHashes } from '../support/kube/compose-files.ts'

/** Brings the files that the chart has copies of up to date, and their hashes in the compose file. */
await writeChartFiles()
await writeComposeHashes()

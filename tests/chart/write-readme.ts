import { writeReadme } from '../support/kube/chart-readme.ts'

/** Brings the table of values in the chart's README up to date with `values.yaml`. */
await writeReadme()

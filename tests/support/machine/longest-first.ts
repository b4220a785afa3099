import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/**
 * Files that take a minute or more, the longest first. One of them that began among the last would run
 * alone while all other processors have nothing left to do.
 */
const LONGEST = [
  'tests/integration/content/edits/exact-changes.test.ts',
  'tests/chart/cluster.test.ts',
  'tests/integration/deploy/local/start-site.test.ts',
  'tests/integration/deploy/secrets.test.ts',
  'tests/integration/render/files/export/export-again.test.ts',
  'deploy/observability/alerts.test.ts',
  'services/content/linear-time.test.ts',
].map((file) => path.join(ROOT, file))

/** The order in which test files begin: by size, as is the default on a machine that has run none yet. */
export class LongestFirst extends BaseSequencer {
  /** @throws {Error} when one of the longest has another name by now */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = LONGEST.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`Not there, correct the list: ${missing.join(', ')}`)

    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const rankOf = ({ moduleId }: TestSpecification) =>
      LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b))
  }
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../support/source/list-files.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Files of tests that may let time pass by itself, and why. Everything else waits for what it needs:
 * for an event, with `vi.waitUntil` or `expect.poll`, or on Playwright's clock.
 */
const LET_TIME_PASS: Readonly<Record<string, string>> = {
  'tests/chart/cluster.test.ts': 'the pace at which a cluster is looked at',
  'tests/containers/steady-readers.ts': 'the pace of readers',
  'tests/faults/edit-storm.ts': 'the pace of editors',
  'tests/faults/page-readers.ts': 'the pace of readers',
  'tests/faults/process-faults.test.ts': 'how long a worker is stopped',
  'tests/faults/rebuild-faults.test.ts': 'how long a part is down',
  'tests/faults/release-faults.test.ts': 'random moments of faults, and the pace of readers',
  'tests/faults/search-outages.test.ts': 'how long Meilisearch is down, and the pace of readers',
  'tests/integration/deploy/ingress/floods.test.ts': 'the pace of readers',
  'tests/integration/render/worker/records/races.test.ts': 'how long a process is stopped',
  'tests/integration/search/engines/meili/meili-faults.test.ts': 'random moments of faults',
  'tests/integration/search/engines/meili/meili-indexer.test.ts': 'the pace of edits',
  'tests/integration/shared/database/troubled-postgres.test.ts': 'the pace of readers',
  'tests/integration/shared/queues/queue-jobs.test.ts': 'how long a job takes',
}
/** Helpers that poll until a server answers, within a limit. */
const POLLING = 'tests/support/'

const PASSES = /\bwaitForTimeout\(|\bsleep\(|\bnew Promise\(\(\w+\) => setTimeout\(/

test('tests wait for what they need and for no fixed time, with exceptions that say why', async () => {
  const waiting: string[] = []
  for (const name of await listFiles(path.join(ROOT, 'tests'))) {
    const file = `tests/${name}`
    if (!/\.ts$/.test(file) || file.startsWith(POLLING)) continue
    if (file === 'tests/architecture/fixed-waits.test.ts') continue
    if (PASSES.test(await readFile(path.join(ROOT, file), 'utf8'))) waiting.push(file)
  }
  expect(waiting.sort()).toEqual(Object.keys(LET_TIME_PASS).sort())
})

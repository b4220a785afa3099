import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PROCESSES, type ProcessName } from '../../../../deploy/processes.ts'
import { buildWebOnce } from '../../../support/browser/build-web-once.ts'
import {
  readMetricTable,
  readShownMetrics,
  type ShownMetric,
  type TabledMetric,
} from '../../../support/machine/metric-table.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

/** All of ours that show metrics; the test of the ingress compares its own. */
const SERVING = ['content', 'search', 'indexer', 'render', 'worker', 'copy'] as const
/** What each process of ours has, and so has no row of its own. */
const COMMON = /^(?:process|nodejs)_/
/** By prom-client, or by the scraper. */
const ADDED_LABELS = ['process', 'le']
const START = { timeout: 20_000, interval: 50 }

let table: TabledMetric[]
beforeAll(async () => {
  await buildWebOnce()
  table = await readMetricTable(SERVING)
})

describe('the table of metrics', () => {
  test('is read completely', () => {
    expect(table.length).toBeGreaterThan(35)
    for (const { name, processes } of table) {
      expect([...SERVING, 'ingress'], name).toEqual(expect.arrayContaining(processes))
    }
  })

  test('has conventional names', () => {
    for (const { name, type } of table) {
      expect(name).toMatch(/^(?:finlore_|http_server_request_duration_seconds$)/)
      expect(name.endsWith('_total'), name).toBe(type === 'counter')
      if (type === 'histogram') expect(name).toMatch(/_(?:seconds|bytes)$/)
    }
  })

  test.for(SERVING)('describes exactly the metrics of %s', async (name) => {
    const rows = table.filter(({ processes }) => processes.includes(name))
    const shown = await metricsOf(
      name,
      rows.map((row) => row.name),
    )

    const ours = [...shown.keys()].filter((metric) => !COMMON.test(metric))
    expect(ours.sort()).toEqual(rows.map((row) => row.name).sort())
    for (const { name: metric, type, labels } of rows) {
      const found = shown.get(metric)
      expect(found?.type, metric).toBe(type)
      expect([...ADDED_LABELS, ...labels], metric).toEqual(
        expect.arrayContaining([...(found?.labels ?? [])]),
      )
    }
    expect([...shown.keys()]).toEqual(
      expect.arrayContaining(['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']),
    )
  })
})

/**
 * Started for real, as in the image; most of what it depends on is not there.
 *
 * @param wanted metrics that are waited for: a process that is starting shows some before others
 */
async function metricsOf(
  name: ProcessName,
  wanted: readonly string[],
): Promise<Map<string, ShownMetric>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-metrics-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const [port, opsPort, nobody] = [await freePort(), await freePort(), await freePort()]
  const { entry } = PROCESSES[name]
  const { stderr, stdout } = startEntry(entry, [], {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    EDITOR_TOKEN: 'a-token-of-the-tests',
    CONTENT_URL: `http://127.0.0.1:${nobody}`,
    SEARCH_URL: `http://127.0.0.1:${nobody}`,
    MEILI_URL: `http://127.0.0.1:${nobody}`,
    MEILI_KEY: 'a-key-of-the-tests',
    REDIS_URL: `redis://127.0.0.1:${nobody}`,
    SITE_URL: 'https://finlore.example',
    SITE_LOCALE: 'en_US',
    PAGE_STORE: `file:${path.join(folder, 'pages')}`,
    COPY_DIR: path.join(folder, 'copy'),
  })
  const ask = () => fetch(`http://127.0.0.1:${opsPort}/metrics`).then((answer) => answer.text())
  const answer = await expect
    .poll(() => ask().catch(() => ''), START)
    .toSatisfy((text: string) => wanted.every((metric) => text.includes(`# TYPE ${metric} `)))
    .then(ask, (cause) => {
      throw new Error(`${name} shows nothing:\n${stdout()}${stderr()}`, { cause })
    })
  return readShownMetrics(answer)
}

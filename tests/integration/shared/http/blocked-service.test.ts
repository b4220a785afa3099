import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const BLOCK_MS = 5_000
const CONTAINER = path.resolve(
  import.meta.dirname,
  '../../../../charts/finlore/templates/_container.tpl',
)
const START = { timeout: 30_000, interval: 50 }

/** How a cluster probes our processes, in milliseconds. */
async function readProbe(name: 'livenessProbe' | 'readinessProbe') {
  const template = await readFile(CONTAINER, 'utf8')
  const probe = template.slice(template.indexOf(`${name}:`))
  const numberOf = (field: string) => Number(new RegExp(`${field}: (\\d+)`).exec(probe)?.[1])
  return {
    everyMs: numberOf('periodSeconds') * 1_000,
    timeoutMs: numberOf('timeoutSeconds') * 1_000,
    failures: numberOf('failureThreshold'),
  }
}

test('a process that is blocked for five seconds gets no requests, is not restarted, and serves again [F27]', async () => {
  const [port, opsPort] = [await freePort(), await freePort()]
  startEntry('tests/support/site/blockable-service.ts', [String(port), String(opsPort)], {})
  const ask = (check: string, timeoutMs: number) =>
    fetch(`http://127.0.0.1:${opsPort}/${check}`, { signal: AbortSignal.timeout(timeoutMs) }).then(
      ({ status }) => status,
      () => 'no answer',
    )
  await expect.poll(() => ask('readyz', 1_000), START).toBe(200)
  const [live, ready] = [await readProbe('livenessProbe'), await readProbe('readinessProbe')]

  const blocked = fetch(`http://127.0.0.1:${port}/block/${BLOCK_MS}`)
  await expect.poll(() => ask('livez', 500), { timeout: 4_000, interval: 10 }).toBe('no answer')
  // Blocked for longer, it is not asked for so many times in a row that it would be ended.
  expect(await ask('readyz', Math.min(ready.timeoutMs, BLOCK_MS / 2))).toBe('no answer')
  expect(live.everyMs * (live.failures - 1)).toBeGreaterThan(2 * BLOCK_MS)

  expect(await (await blocked).text()).toBe('done')
  expect(await ask('livez', live.timeoutMs)).toBe(200)
  expect(await ask('readyz', ready.timeoutMs)).toBe(200)
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Ingress, startIngress } from '../../../../support/servers/ingress.ts'
import { hasNginx } from '../../../../support/servers/nginx-server.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'

const nginxIsHere = hasNginx()
if (!nginxIsHere)
  process.stdout.write('Left out: what readers get of edits. nginx is not installed.\n')

describe.runIf(nginxIsHere)('how long after an edit readers get it', () => {
  let site: WiredSite
  let ingress: Ingress
  beforeAll(async () => {
    site = await wireSite({ without: ['worker'] })
    ingress = await startIngress({ RENDER_ADDRESS: new URL(site.renderUrl).host })
    await site.startWorker(ingress.url)
  })
  afterAll(async () => {
    await ingress.stop()
    await site.close()
  })

  const metric = async (name: string) => {
    const text = await (await fetch(`${site.workerUrl}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(name))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }

  test('is measured at nginx by the worker that made the page', async () => {
    await vi.waitUntil(async () => (await fetch(ingress.url + ARTICLE)).ok, { timeout: 20_000 })
    const [count, sum] = ['finlore_reader_lag_seconds_count', 'finlore_reader_lag_seconds_sum']
    const before = [(await metric(count)) ?? 0, (await metric(sum)) ?? 0] as const
    const startedAt = performance.now()
    let edits = 0
    // A sample: while one page is watched, and for a second after it, others are not.
    await vi.waitUntil(
      async () => {
        edits += 1
        const title = `What a share gives you today, for the ${edits}. time`
        await site.edit('PATCH', ARTICLE, { title })
        const read = async () => (await fetch(ingress.url + ARTICLE)).text()
        await vi.waitUntil(async () => (await read()).includes(title), { timeout: 20_000 })
        return ((await metric(count)) ?? 0) >= before[0] + 2
      },
      { timeout: 60_000, interval: 500 },
    )
    const seconds = (performance.now() - startedAt) / 1_000
    const measured = ((await metric(sum)) ?? 0) - before[1]
    expect(measured).toBeGreaterThan(0)
    expect(measured).toBeLessThan(seconds + 1)
    expect(await metric('finlore_dependency_up{dependency="edge"')).toBe(1)
  })

  test('is not known while nginx is away, which is seen', async () => {
    await ingress.stop()
    expect(await metric('finlore_dependency_up{dependency="edge"')).toBe(0)
  })
})

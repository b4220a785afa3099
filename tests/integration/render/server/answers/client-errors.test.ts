import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RenderDependencies } from '../../../../../services/render/server/app.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { startAnotherRender } from '../../../../support/site/another-render.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

async function startCounting(parts: Partial<RenderDependencies> = {}) {
  const { service, url, close } = await startAnotherRender(site, parts)
  onTestFinished(close)
  const tell = (kind: string, method = 'GET') =>
    rawRequest(url, `/api/client-errors/${kind}`, { method })
  async function counts() {
    const lines = (await service.metrics.metrics()).matchAll(
      /^finlore_client_errors_total\{kind="(\w+)".*\} (\d+)$/gm,
    )
    return Object.fromEntries([...lines].map(([, kind = '', count]) => [kind, Number(count)]))
  }
  return { tell, counts }
}

test('errors in browsers are counted by kind only', async () => {
  const { tell, counts } = await startCounting()
  expect(await counts()).toEqual({ script: 0, chunk: 0, hydration: 0, data: 0 })

  for (const kind of ['script', 'chunk', 'chunk', 'hydration', 'data?text=of+a+reader']) {
    const { status, headers, text } = await tell(kind)
    expect([status, headers['cache-control'], text]).toEqual([204, 'no-store', ''])
  }
  for (const kind of ['', 'other', 'SCRIPT', 'script/x', '%73cript%0a', 'constructor']) {
    expect((await tell(kind)).status, kind).toBe(404)
  }
  expect((await tell('script', 'HEAD')).status).toBe(204)
  expect((await tell('script', 'POST')).status).toBe(405)

  expect(await counts()).toEqual({ script: 1, chunk: 2, hydration: 1, data: 1 })
})

test('reports are off by setting, without errors in browsers', async () => {
  const { tell, counts } = await startCounting({ clientErrors: 'off' })
  expect((await tell('script')).status).toBe(204)
  expect(await counts()).toEqual({ script: 0, chunk: 0, hydration: 0, data: 0 })
})

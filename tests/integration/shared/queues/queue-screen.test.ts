import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { Registry } from 'prom-client'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createOpsServer } from '../../../../services/shared/http/ops-server.ts'
import { observeJobs } from '../../../../services/shared/queues/job-metrics.ts'
import { registerJobsScreen } from '../../../../services/shared/queues/jobs-screen.ts'
import type { QueueConnection } from '../../../../services/shared/queues/open-rebuild-queues.ts'
import {
  BACKENDS,
  handlers,
  missing,
  openQueueHome,
  openQueues,
  type QueueHome,
  testTitle,
} from '../../../support/servers/queue-backends.ts'

const SOON = { timeout: 10_000, interval: 50 }
const BUILD = '0123456789abcdef0123'

for (const backend of BACKENDS) {
  describe.skipIf(missing(backend))(testTitle('the jobs screen', backend), () => {
    let home: QueueHome
    beforeAll(async () => {
      home = await openQueueHome(backend)
    })
    afterAll(() => home.close())

    test('shows the lanes, their jobs, and how far a long one is', async () => {
      const { url, queues } = await openScreen(home.connection)
      const goOn = Promise.withResolvers<void>()
      queues.work(
        handlers(
          () => {
            throw new Error('content is down')
          },
          async (_job, report) => {
            await report(42)
            await goOn.promise
          },
        ),
      )
      await queues.requestPages('edits', ['/failing'])
      await queues.requestBulk([0])

      const page = await fetch(`${url}/jobs/`)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
      const html = await page.text()
      expect(html).toContain('<title>Rebuild jobs</title>')
      await expectOwnFilesOnly(`${url}/jobs/`, html)
      await expect
        .poll(async () => countsOf(await read(`${url}/jobs/api/queues`)), SOON)
        .toEqual([
          { name: `edits-${BUILD}`, active: 0, failed: 1 },
          { name: `knock-ons-${BUILD}`, active: 0, failed: 0 },
          { name: `bulk-${BUILD}`, active: 1, failed: 0 },
        ])
      const failed = await read(`${url}/jobs/api/queues?activeQueue=edits-${BUILD}&status=failed`)
      expect(JSON.stringify(failed)).toContain('content is down')
      const active = await read(`${url}/jobs/api/queues?activeQueue=bulk-${BUILD}&status=active`)
      expect(JSON.stringify(active)).toContain('"progress":42')
      goOn.resolve()
    })

    test('changes nothing', async () => {
      const { url, queues } = await openScreen(home.connection)
      await queues.requestPages('knock-ons', ['/kept'])

      for (const [method, action] of [
        ['PUT', 'clean/wait'],
        ['PUT', 'empty'],
        ['PUT', 'pause'],
        ['PUT', 'obliterate'],
        ['POST', 'add'],
      ] as const) {
        const answer = await fetch(`${url}/jobs/api/queues/knock-ons-${BUILD}/${action}`, {
          method,
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }

      expect((await queues.countJobs())[1]).toMatchObject({ lane: 'knock-ons', waiting: 1 })
      await queues.obliterate()
    })

    test('reports that the queue is down, as the metrics do, and recovers with it', async () => {
      const { link, connection } = await home.linked()
      const { url, queues } = await openScreen(connection)
      await queues.requestPages('edits', ['/one', '/two'])
      const waiting = 'finlore_rebuild_jobs{lane="edits",state="waiting"} 2'
      expect(await (await fetch(`${url}/metrics`)).text()).toContain(waiting)

      await link.cut()
      expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('finlore_rebuild_jobs{')
      expect((await fetch(`${url}/jobs/api/queues`)).status).toBeGreaterThanOrEqual(500)

      await link.mend()
      await expect.poll(async () => (await fetch(`${url}/metrics`)).text(), SOON).toContain(waiting)
      await expect.poll(async () => (await fetch(`${url}/jobs/api/queues`)).status, SOON).toBe(200)
      await queues.obliterate()
    })

    test('reports that the queue cannot be reached when it never was', async () => {
      const { link, connection } = await home.linked()
      await link.cut()
      const { url } = await openScreen(connection)

      expect((await fetch(`${url}/jobs/`)).status).toBe(503)
    })
  })
}

async function openScreen(connection: QueueConnection) {
  const queues = openQueues(connection, BUILD)
  const metrics = new Registry()
  observeJobs(metrics, queues)
  const ops = createOpsServer({ metrics, checks: {}, isDraining: () => false })
  await registerJobsScreen(ops, queues)
  const url = await ops.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => ops.close())
  return { url, queues }
}

/** What the page loads, and what its style sheets load, comes from where it is itself. */
async function expectOwnFilesOnly(page: string, html: string): Promise<void> {
  const loaded: string[] = []
  const collect = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node && node.tagName !== 'a') {
      const addresses = node.attrs.filter(({ name }) => /^(?:href|src|srcset|action)$/.test(name))
      loaded.push(...addresses.map(({ value }) => value))
    }
    if ('childNodes' in node) node.childNodes.forEach(collect)
  }
  collect(parse(html))
  expect(loaded.length).toBeGreaterThan(5)
  const { origin } = new URL(page)
  for (const address of loaded) expect(new URL(address, page).origin, address).toBe(origin)

  const sheets = loaded.filter((address) => address.endsWith('.css'))
  expect(sheets).not.toEqual([])
  for (const sheet of sheets) {
    const answer = await fetch(new URL(sheet, page))
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/@import|url\(\s*["']?(?:https?:)?\/\//i)
  }
}

const read = async (url: string): Promise<unknown> => (await fetch(url)).json()

const Shown = Type.Object({
  queues: Type.Array(
    Type.Object({
      name: Type.String(),
      counts: Type.Object({ active: Type.Integer(), failed: Type.Integer() }),
    }),
  ),
})

function countsOf(answer: unknown) {
  const shown: Static<typeof Shown> = Value.Parse(Shown, answer)
  return shown.queues.map(({ name, counts: { active, failed } }) => ({ name, active, failed }))
}

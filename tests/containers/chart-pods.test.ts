import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { containerSite, hasContainers } from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'
import { findHelms, NO_HELM } from '../support/kube/kube-tools.ts'
import { renderChart } from '../support/kube/render-chart.ts'
import { type RunningPods, runPods } from '../support/kube/run-pods.ts'

/** The pods of the chart, as it describes them, with nothing prepared: `ci/dev-datastores-values.yaml`. */

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const START_MS = 240_000

const [helm] = await findHelms()
const canRun = hasContainers && helm !== undefined && containerSite().hasMeili
if (hasContainers && !canRun)
  process.stdout.write(`Left out: pods of the chart in containers. ${NO_HELM}\n`)

describe.skipIf(!canRun)('the pods of the chart', () => {
  let pods: RunningPods
  const read = async (address: string) => {
    const answer = await fetch(`http://${pods.addressOf('ingress')}:8080${address}`, {
      signal: AbortSignal.timeout(15_000),
    })
    return { status: answer.status, savedAt: answer.headers.get('x-saved-copy') }
  }

  const untilRead = (
    address: string,
    isSo: (answer: Awaited<ReturnType<typeof read>>) => boolean,
  ) =>
    vi.waitFor(
      async () => {
        const answer = await read(address)
        expect([answer.status, isSo(answer)]).toEqual([200, true])
      },
      { timeout: 60_000, interval: 500 },
    )

  beforeAll(async () => {
    if (!helm) return
    const [, repository, tag] = /^(.*):([^:]+)$/.exec(containerSite().env.FINLORE_IMAGE ?? '') ?? []
    const user = Number(
      await docker('run', '--rm', '--entrypoint', 'id', 'postgres:17', '-u', 'postgres'),
    )
    const values = { image: { repository, tag }, dev: { datastores: { postgres: { user } } } }
    const text = JSON.stringify(await renderChart(helm, { ci: 'dev-datastores', values }))
    // Names of Docker lead to all ports, where those of Services lead to one.
    const objects = text.replace(/"site-finlore-ingress:8081 [^"]*"/, '"site-finlore-ingress:8081"')
    pods = await runPods(JSON.parse(objects))
  }, START_MS)
  afterAll(() => pods?.close())

  test('become ready, with the database migrated and the content imported by its Jobs', async () => {
    await pods.untilReady()

    expect(await pods.ended()).toEqual([])
    expect(await read(ARTICLE)).toMatchObject({ status: 200, savedAt: null })
  })

  test('pass helm test', async () => {
    expect(await pods.finish('site-finlore-test')).toMatch(/pass 9$/m)
  })

  test('serve readers without datastores, and the stored copy without render', async () => {
    await pods.untilReady()
    for (const store of ['postgres', 'redis', 'meilisearch']) await pods.kill(store)
    for (const address of ['/', ARTICLE, '/api/search?q=share']) {
      expect([address, (await read(address)).status]).toEqual([address, 200])
    }

    // A render pod that starts now has no database to ask, and needs none.
    await pods.restart('render')
    await untilRead(ARTICLE, ({ savedAt }) => savedAt === null)

    await pods.kill('render')
    await untilRead(ARTICLE, ({ savedAt }) => Date.parse(savedAt ?? '') > 0)
  })
})

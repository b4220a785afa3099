import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { descendantsOf } from '../support/machine/process-tree.ts'
import { missingSmallDisk, mountSmallDisk } from '../support/postgres/small-disk.ts'
import { freePort, type RunningSite, runSite, spawnSite } from '../support/site/run-site.ts'

/** What may happen to the processes of `npm start`, and between two starts. */

const STARTS = 8
/** Of what ended by itself: within seconds, and as many again for a machine that is busy. */
const BACK = { timeout: 20_000, interval: 50 }
const ARTICLE = '/articles/how-a-broad-index-etf-works'

let env: Record<string, string>
beforeAll(() => ensureWebBuild(() => {}))
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  env = {
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
})

async function start(): Promise<RunningSite> {
  const site = await runSite(env)
  onTestFinished(() => void site.process.kill('SIGKILL'))
  return site
}

function edit(site: RunningSite, title: string): Promise<Response> {
  return fetch(site.contentUrl + ARTICLE, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify({ title }),
  })
}

async function titleOf(site: RunningSite): Promise<string | undefined> {
  const page = await (await fetch(site.url + ARTICLE)).text()
  return /<h1[^>]*>([^<]*)</.exec(page)?.[1]
}

const statusOf = (url: string) => fetch(url).then(({ status }) => status, String)

/** The process that runs a script of `deploy/local`. */
function partOf(site: RunningSite, script: string): number {
  const part = descendantsOf(site.process.pid ?? 0).find(({ command }) => command.includes(script))
  if (!part) throw new Error(`${script} does not run`)
  return part.pid
}

test('a site whose processes are all killed eight times starts again with every edit [F43]', {
  timeout: 240_000,
}, async () => {
  let site = await start()
  for (let count = 1; count <= STARTS; count += 1) {
    const title = `Edit number ${count} before all were killed`
    expect((await edit(site, title)).status).toBe(200)
    const ended = once(site.process, 'exit')
    const all = descendantsOf(site.process.pid ?? 0)
    site.process.kill('SIGKILL')
    for (const { pid } of all) kill(pid)
    await ended

    site = await start()
    // A page that was stored before is made again within seconds.
    await vi.waitFor(async () => expect(await titleOf(site), `start ${count}`).toBe(title), BACK)
  }
  expect(await site.stop()).toBe(0)
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with its parent.
  }
}

describe('when one process of a site ends, the others serve and it is restarted:', () => {
  test('readers are served without the editors’ process, which comes back [F44]', async () => {
    const site = await start()
    expect(await statusOf(site.url + ARTICLE)).toBe(200)
    const former = partOf(site, 'editors.ts')
    process.kill(former, 'SIGABRT')

    await vi.waitFor(async () => {
      expect(await statusOf(site.url + ARTICLE)).toBe(200)
      expect(await statusOf(`${site.url}/api/search?q=bond`)).toBe(200)
      const answer = await edit(site, 'An edit after the process was away').catch(() => undefined)
      expect(answer?.status).toBe(200)
    }, BACK)
    expect(partOf(site, 'editors.ts')).not.toBe(former)
    expect(site.output()).toContain(
      'The process for editors ended by itself (SIGABRT). Starting it again…',
    )
    await vi.waitFor(async () => {
      expect(await titleOf(site)).toBe('An edit after the process was away')
    }, BACK)
    expect(await site.stop()).toBe(0)
  })

  test('editors are served without the readers’ process, which comes back [F44]', async () => {
    const site = await start()
    const former = partOf(site, 'readers.ts')
    process.kill(former, 'SIGKILL')
    expect((await edit(site, 'An edit while nobody reads')).status).toBe(200)

    await vi.waitFor(async () => {
      expect(await statusOf(site.url + ARTICLE)).toBe(200)
      expect(await statusOf(`${site.url}/api/search?q=nobody`)).toBe(200)
    }, BACK)
    expect(partOf(site, 'readers.ts')).not.toBe(former)
    expect(await site.stop()).toBe(0)
  })
})

const title = missingSmallDisk ? `on a full disk: ${missingSmallDisk}` : 'on a full disk'
describe.skipIf(missingSmallDisk)(title, () => {
  test('a start serves stored pages, reports what to do, and accepts edits afterwards [F45]', {
    timeout: 180_000,
  }, async () => {
    const disk = mountSmallDisk(192)
    onTestFinished(disk.remove)
    env.DATA_DIR = path.join(disk.folder, 'data')
    const before = await start()
    await untilStored(before, ARTICLE)
    await before.stop()
    disk.fill()

    const site = await start()
    expect(await statusOf(`${site.url}/`)).toBe(200)
    expect(await statusOf(site.url + ARTICLE)).toBe(200)
    const complaints = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('The database'))
    expect(complaints).toEqual([
      expect.stringMatching(
        /^The database in \S+ does not start: .*No space left on device\. Nothing was changed\. The disk is full: free at least 32 MB on the disk of \S+\. Until it starts, readers get the pages that are stored, and nobody can edit\.$/,
      ),
    ])

    disk.free()
    await vi.waitFor(
      async () => {
        const answer = await edit(site, 'An edit when there was room again').catch(() => undefined)
        expect(answer?.status).toBe(200)
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(await site.stop()).toBe(0)
  })

  test('a first start without stored pages reports what to do [F45]', async () => {
    const disk = mountSmallDisk(8)
    onTestFinished(disk.remove)
    env.DATA_DIR = path.join(disk.folder, 'data')
    await mkdir(env.DATA_DIR)
    disk.fill()
    const { child, output } = spawnSite(env)
    await once(child, 'close')

    expect(child.exitCode).toBe(1)
    expect(output()).toBe('The disk is full. Free at least 256 MB on it, then start again.\n')
  })
})

/** So that a restart finds the page. */
const untilStored = (site: RunningSite, address: string) =>
  vi.waitFor(async () => {
    const metrics = await (await fetch(`${site.opsUrls.worker}/metrics`)).text()
    expect(metrics).toMatch(/^finlore_rebuild_stale_pages\{.*lane="bulk".*\} 0$/m)
    expect(await statusOf(site.url + address)).toBe(200)
  }, BACK)

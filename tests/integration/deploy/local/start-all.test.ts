import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureWebBuild } from '../../../../deploy/local/ensure-web-build.ts'
import { freePort, runSite, spawnSite } from '../../../support/site/run-site.ts'

/** Three sites start one after the other. */
const START_MS = 180_000

beforeAll(() => ensureWebBuild(() => {}))

async function settings() {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-all-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
  return env
}

test(
  'one command runs the sites in three languages, which lead to each other',
  async () => {
    const env = await settings()
    const ready = /^all sites are ready: (\S+) (\S+) (\S+)$/m
    const sites = await runSite(env, undefined, { args: ['all'], readyMs: START_MS, ready })
    onTestFinished(() => sites.stop().then(() => {}))
    const addresses = [0, 10, 20].map((step) => `http://127.0.0.1:${Number(env.PORT) + step}`)
    expect(ready.exec(sites.output())?.slice(1)).toEqual(addresses)
    for (const [index, lang] of ['en', 'ru', 'tr'].entries()) {
      const home = await (await fetch(`${addresses[index]}/`)).text()
      expect(home).toContain(`<html lang="${lang}`)
      const [, links = ''] = /class="link-list language-links">(.*?)<\/ul>/.exec(home) ?? []
      const led = [...links.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
      const others = addresses.filter((_, other) => other !== index)
      expect(led).toEqual(others.map((address) => `${address}/`))
    }
    expect(await sites.stop()).toBe(0)
    await expect(fetch(`${addresses[2]}/`)).rejects.toThrow()
  },
  START_MS + 60_000,
)

test('what can be the setting of one site only is refused', async () => {
  const env = { ...(await settings()), SITE_URL: 'https://finlore.example' }
  const { child, output } = spawnSite(env, undefined, undefined, ['all'])
  const code = await new Promise((resolve) => child.on('exit', resolve))
  expect(code).toBe(1)
  expect(output()).toContain('SITE_URL is a setting of one site. Leave it out')
})

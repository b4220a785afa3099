import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type BrowserProgram, prepareBrowser } from '../browser/prepare-browser.ts'
import { freePort, runSite } from './run-site.ts'
import { seedPageKinds } from './seed-page-kinds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: {
      url: string
      contentUrl: string
      token: string
      opsUrls: Record<string, string>
    }
    browser: BrowserProgram
  }
}

/** Starts the whole site and a browser, once for all browser tests. */
export default async function setUp(project: TestProject) {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'finlore-site-'))
  const site = await runSite({
    DATA_DIR: dataFolder,
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  })
  const { url, contentUrl, token, opsUrls } = site
  await seedPageKinds(site)
  project.provide('browser', await prepareBrowser())
  project.provide('site', { url, contentUrl, token, opsUrls })
  return async () => {
    await site.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

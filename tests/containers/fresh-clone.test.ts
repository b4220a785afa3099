import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containerSite, hasContainers } from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'
import { freePort } from '../support/site/run-site.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UP_MS = 240_000
/** What lies about in a working copy, and does not belong to the site. */
const LEFT_ABOUT = ['.env.local', '.data/editor-token', 'services/content/.env', 'deploy/token.txt']

const canRun = hasContainers && containerSite().hasMeili

describe.skipIf(!canRun)('docker compose up --wait in a fresh clone', () => {
  const canary = `canary-${randomUUID()}`
  const project = `finlore-clone-${process.pid}`
  let clone: string
  let env: NodeJS.ProcessEnv
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: clone, env, timeout: UP_MS })

  beforeAll(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'finlore-clone-'))
    const PORT = String(await freePort())
    env = { ...process.env, COMPOSE_PROJECT_NAME: project, FINLORE_IMAGE: project, PORT }
    await run('git', 'clone', '--quiet', '--depth=1', `file://${ROOT}`, clone)
    for (const name of LEFT_ABOUT) {
      await mkdir(path.dirname(path.join(clone, name)), { recursive: true })
      await writeFile(path.join(clone, name), canary)
    }
  })
  afterAll(async () => {
    await run('docker', 'compose', 'down', '--volumes', '--timeout=1')
    await docker('image', 'rm', '--force', project)
    await rm(clone, { recursive: true })
  })

  test('starts the site with its articles', { timeout: UP_MS }, async () => {
    await run('docker', 'compose', 'up', '--wait')

    const url = `http://127.0.0.1:${env.PORT}`
    const home = await fetch(url)
    expect(home.status).toBe(200)
    expect(await home.text()).toContain('<h1')
    expect((await fetch(`${url}/articles/what-a-dividend-is-and-its-four-dates`)).status).toBe(200)
    const found = await fetch(`${url}/api/search?q=dividend`)
    expect(await found.json()).toHaveProperty('hits.0.path')
  })

  test('ends with containers that are healthy or exited with 0', async () => {
    const ids = (
      await docker(
        'ps',
        '--all',
        '--quiet',
        '--filter',
        `label=com.docker.compose.project=${project}`,
      )
    ).split('\n')
    const format =
      '{{.Name}} {{.State.Status}} {{.State.ExitCode}} {{if .State.Health}}{{.State.Health.Status}}{{end}}'
    const states = (await docker('inspect', '--format', format, ...ids)).split('\n')
    expect(states.length).toBeGreaterThan(12)
    const wrong = states.filter((state) => !/ (?:running 0 healthy|exited 0 ?)$/.test(state))
    expect(wrong).toEqual([])
  })

  test('builds an image without stray files', async () => {
    const saving = spawn('docker', ['save', project], { stdio: ['ignore', 'pipe', 'inherit'] })
    let bytes = 0
    let end = ''
    for await (const chunk of saving.stdout) {
      const text = end + chunk.toString('latin1')
      expect(text.includes(canary)).toBe(false)
      bytes += chunk.length
      end = text.slice(-canary.length)
    }
    if (saving.exitCode === null) await once(saving, 'exit')
    expect(saving.exitCode).toBe(0)
    expect(bytes).toBeGreaterThan(100_000_000)
  })
})

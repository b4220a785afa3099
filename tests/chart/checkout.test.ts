import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { theOne } from '../support/kube/kube-objects.ts'
import { findHelms, NO_HELM, runTool } from '../support/kube/kube-tools.ts'
import { renderChart } from '../support/kube/render-chart.ts'

/** The container that brings the content from Git: its very script, by the Git of this machine. */

const run = promisify(execFile)
const [helm] = await findHelms()
const hasGit = await run('git', ['--version']).then(
  () => true,
  () => false,
)
const canRun = helm !== undefined && hasGit
if (!canRun)
  process.stdout.write(`Left out: content from Git. ${hasGit ? NO_HELM : 'No git here'}\n`)

describe.skipIf(!canRun)('content from Git', () => {
  let folder = ''
  const within = (...names: string[]) => path.join(folder, ...names)
  const git = async (...args: string[]) => {
    const author = ['-c', 'user.name=An editor', '-c', 'user.email=editor@finlore.example']
    const { stdout } = await run('git', ['-C', within('repository'), ...author, ...args])
    return stdout.trim()
  }
  const commit = async (text: string) => {
    await writeFile(within('repository/content/site.yaml'), text)
    await git('add', '--all')
    await git('commit', '--quiet', '--message', text)
    return git('rev-parse', 'HEAD')
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'finlore-checkout-'))
    await mkdir(within('repository/content'), { recursive: true })
    await git('init', '--quiet', '--initial-branch', 'main')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function checkOut(values: object, env: Record<string, string> = {}) {
    if (!helm) throw new Error(NO_HELM)
    const objects = await renderChart(helm, {
      ci: 'minimal',
      values: { import: { source: 'git', git: values } },
    })
    const job = theOne(objects, 'Job', 'site-finlore-import-1')
    const container = job.spec.template?.spec.initContainers?.find(
      ({ name }) => name === 'checkout',
    )
    const [shell = '', ...options] = container?.command ?? []
    const target = await mkdtemp(within('target-'))
    const settings = (container?.env ?? []).map(({ name, value = '' }) => [name, value])
    const outcome = await runTool(shell, [...options, ...(container?.args ?? [])], {
      env: {
        PATH: process.env.PATH,
        ...Object.fromEntries(settings),
        ...env,
        HOME: target,
        CHECKOUT_DIR: target,
      },
    })
    const main = job.spec.template?.spec.containers[0]?.env?.find(
      ({ name }) => name === 'CONTENT_DIR',
    )
    const content = main?.value?.replace('/var/lib/finlore/checkout', target) ?? ''
    return { ...outcome, read: () => readFile(path.join(content, 'site.yaml'), 'utf8') }
  }

  test('is that of the named branch, tag or commit, in the folder of the import', async () => {
    const first = await commit('first')
    await git('tag', 'v1')
    await commit('second')
    const here = { GIT_REPOSITORY: `file://${within('repository')}` }
    const repository = 'https://git.example/words.git'

    for (const [ref, text] of [
      ['main', 'second'],
      ['v1', 'first'],
      [first, 'first'],
    ] as const) {
      const { code, stdout, read } = await checkOut({ repository, ref }, here)
      expect([code, await read()]).toEqual([0, text])
      expect(stdout).toContain(text)
    }
  })

  test('fails with the message of Git when there is no such branch', async () => {
    const { code, stderr } = await checkOut(
      { repository: 'https://git.example/words.git', ref: 'no-such-branch' },
      { GIT_REPOSITORY: `file://${within('repository')}` },
    )
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/no-such-branch/)
  })

  test('is fetched with the user name and password of the files, which are in no address', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer(({ headers }, response) => {
      seen.push(headers.authorization)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="words"' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await writeFile(within('username'), 'reader\n')
    await writeFile(within('password'), 'a secret\n')

    const { code } = await checkOut(
      { repository: 'https://git.example/words.git', existingSecret: 'git' },
      {
        GIT_REPOSITORY: `http://127.0.0.1:${port}/words.git`,
        GIT_USERNAME_FILE: within('username'),
        GIT_PASSWORD_FILE: within('password'),
      },
    )
    server.close()

    expect(code).not.toBe(0)
    expect(seen).toContain(`Basic ${Buffer.from('reader:a secret').toString('base64')}`)
  })
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { containerSite, hasContainers } from '../support/containers/container-site.ts'
import { docker, runDocker } from '../support/containers/docker.ts'
import { freePort } from '../support/site/run-site.ts'

const UP_MS = 240_000
const FILES = ['docker-compose.yml', 'deploy/compose/only-postgres.yml']
const ARTICLE = '/articles/what-a-dividend-is-and-its-four-dates'
const TITLE = 'What a dividend is, and when it comes'

describe.skipIf(!hasContainers)('a site without Redis and Meilisearch', () => {
  const project = `finlore-only-postgres-${process.pid}`
  let url: string
  const run = async (...args: string[]) => {
    const { FINLORE_IMAGE = '' } = containerSite().env
    const env = { FINLORE_IMAGE, PORT: new URL(url).port }
    const files = FILES.flatMap((name) => ['--file', name])
    return (await runDocker(['compose', '--project-name', project, ...files, ...args], env)).stdout
  }
  /** Names of what belongs to it, without its own. */
  const named = async (kind: 'ps' | 'volume', format: string, ...more: string[]) => {
    const label = `label=com.docker.compose.project=${project}`
    const args = kind === 'ps' ? ['ps', '--all'] : ['volume', 'ls']
    const listed = await docker(...args, '--filter', label, '--format', format, ...more)
    return listed.split('\n').map((name) => name.replace(`${project}_`, ''))
  }

  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`
    await run('up', '--detach', '--wait', '--wait-timeout', '110')
  }, UP_MS)
  afterAll(() => run('down', '--volumes', '--timeout=1'), UP_MS)

  test('has no container and no volume of theirs', async () => {
    const services = await named('ps', '{{.Label "com.docker.compose.service"}}')
    expect(services).toEqual(expect.arrayContaining(['worker', 'search', 'postgres', 'ingress']))
    const volumes = await named('volume', '{{.Name}}')
    expect(volumes).toEqual(expect.arrayContaining(['pages', 'postgres']))
    expect([...services, ...volumes].filter((name) => /redis|meili|index/.test(name))).toEqual([])
  })

  test('answers searches, and shows edits on every page that has them', async () => {
    const found = await (await fetch(`${url}/api/search?q=dividend`)).json()
    expect(found).toHaveProperty('hits.0.path')
    const script = `
      const token = fs.readFileSync('/run/secrets/editor/token', 'utf8').trim()
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'if-match': '*' }
      fetch('http://127.0.0.1:8081${ARTICLE}', { method: 'PATCH', headers, body: JSON.stringify({ title: '${TITLE}' }) })
        .then(async (answer) => console.log(answer.status, await answer.text()))`
    expect(await run('exec', '-T', 'content', 'node', '--eval', script)).toMatch(/^200 /)
    // The article itself needs no queue; the list of all articles is made by a job.
    for (const page of [ARTICLE, '/sitemap']) {
      await vi.waitUntil(async () => (await (await fetch(url + page)).text()).includes(TITLE), {
        timeout: 60_000,
        interval: 200,
      })
    }
  })
})

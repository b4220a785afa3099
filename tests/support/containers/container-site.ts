import { inject } from 'vitest'
import { docker, type Output, runDocker } from './docker.ts'

const site = inject('containerSite')

/** Whether there are containers to test. */
export const hasContainers = site !== undefined

/** The site in containers that all tests share: each leaves it as it found it. */
export const containerSite = () => {
  if (!site) throw new Error('There are no containers here')
  return site
}

/** Ids of containers of a service that run, or of all services; stopped ones too if asked for. */
export async function containersOf(service?: string, all = false): Promise<string[]> {
  const labels = [`project=${containerSite().project}`, ...(service ? [`service=${service}`] : [])]
  const filters = labels.flatMap((label) => ['--filter', `label=com.docker.compose.${label}`])
  const listed = await docker('ps', '--quiet', ...(all ? ['--all'] : []), ...filters)
  return listed.split('\n').filter(Boolean)
}

export async function containerOf(service: string): Promise<string> {
  const [id] = await containersOf(service)
  if (!id) throw new Error(`No container of ${service} runs`)
  return id
}

/** `docker compose` for this site. */
export function compose(...args: string[]): Promise<Output> {
  const { project, env } = containerSite()
  return runDocker(['compose', '--project-name', project, ...args], env)
}

/** Waits until each container of these services is healthy. */
export const untilHealthy = (...services: string[]) =>
  compose('up', '--detach', '--no-recreate', '--no-deps', '--wait', ...services)

/** Runs JavaScript in a container of our image, which has no shell. @returns what it printed */
export const evaluate = (container: string, script: string, ...args: string[]): Promise<string> =>
  docker('exec', container, 'node', '--eval', script, ...args)

const EDIT = `
  const [method, address, body] = process.argv.slice(1)
  const token = fs.readFileSync('/run/secrets/editor/token', 'utf8').trim()
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const url = 'http://127.0.0.1:8081' + address
  fetch(url, { headers }).then(async (found) => {
    await found.text()
    const condition = found.ok ? 'if-match' : 'if-none-match'
    const answer = await fetch(url, { method, headers: { ...headers, [condition]: '*' }, body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(answer.status + ' ' + text)
    console.log(text)
  })
`

/** As an editor does it from inside. @throws {Error} when it is refused */
export async function publish(slug: string, fields: { title: string; body: string }) {
  const article = { ...fields, author: 'Eleanor Whitcombe', entities: ENTITIES }
  const args = ['PUT', `/articles/${slug}`, JSON.stringify(article)]
  await evaluate(await containerOf('content'), EDIT, ...args)
}

const ENTITIES = [
  {
    category: 'expert-advice',
    subcategories: [{ subcategory: 'investment-strategies', subsubcategories: [] }],
  },
]

export interface SiteAnswer {
  status: number
  headers: Headers
  body: string
}

/** What a reader gets. */
export async function read(address: string): Promise<SiteAnswer> {
  const answer = await fetch(containerSite().url + address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  compose,
  containerSite,
  containersOf,
  evaluate,
  hasContainers,
  publish,
  read,
  untilHealthy,
} from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'

const SLUG = 'what-an-outage-is'
const STORED = [
  '/',
  `/articles/${SLUG}`,
  `/page-data/articles/${SLUG}/page-data.json`,
  '/slice-data/header.json',
  '/sitemap.xml',
  '/feed.json',
  '/search',
]
const SEARCH = '/api/search?q=outage'
const BACK = { timeout: 60_000, interval: 250 }
const SAVED = { timeout: 90_000, interval: 500 }

const isMeiliThere = hasContainers && containerSite().hasMeili
const DATASTORES = ['postgres', 'redis', ...(isMeiliThere ? ['meilisearch'] : [])]

describe.skipIf(!hasContainers)('readers', () => {
  beforeAll(async () => {
    await publish(SLUG, { title: 'What an outage is', body: 'Nothing yet.' })
    await vi.waitFor(async () => {
      expect((await read('/')).body).toContain('What an outage is')
      expect(JSON.parse((await read(SEARCH)).body).total).toBe(1)
    }, BACK)
  })
  afterEach(() => untilHealthy(...DATASTORES, 'content', 'render', 'search', 'worker'))

  test.for(DATASTORES)(
    'see no error without %s, and editors can continue when it is back',
    async (name) => {
      await compose('stop', name)
      await expectReadable()

      await untilHealthy(name)
      await expectEditable(`${name} was away.`)
    },
  )

  test('are served without datastores, by servers that were started without them [P4, F23]', async () => {
    await compose('stop', ...DATASTORES)
    await expectReadable()
    await compose('restart', 'render')
    await vi.waitFor(async () => expect((await read('/')).status).toBe(200), BACK)
    await expectReadable()

    // It keeps nothing on disk, so it finds again when content can be asked; but it starts.
    await compose('restart', 'search')
    await untilHealthy(...DATASTORES)
    await vi.waitFor(expectReadable, BACK)
    await expectEditable('All of them were away.')
  })

  test('get the saved copy of a page without render, with the time it was saved', async () => {
    // The copy is made beside the store, a moment later.
    await vi.waitFor(async () => expect(await savedPages()).toContain(SLUG), SAVED)
    await compose('stop', 'render')

    const saved = await read(`/articles/${SLUG}`)
    expect(saved.status).toBe(200)
    expect(saved.body).toContain('What an outage is')
    expect(Date.parse(saved.headers.get('x-saved-copy') ?? '')).toBeGreaterThan(0)
    expect((await read(`/page-data/articles/${SLUG}/page-data.json`)).status).toBe(200)
    expect((await read('/')).status).toBe(200)
    expect((await read('/nowhere')).status).not.toBe(200)
  })

  async function expectReadable() {
    for (const address of [...STORED, SEARCH]) {
      expect((await read(address)).status, address).toBe(200)
    }
    expect(JSON.parse((await read(SEARCH)).body).total).toBe(1)
  }

  async function expectEditable(body: string) {
    await vi.waitFor(() => publish(SLUG, { title: 'What an outage is', body }), BACK)
    await vi.waitFor(
      async () => expect((await read(`/articles/${SLUG}`)).body).toContain(body),
      BACK,
    )
  }

  async function savedPages(): Promise<string> {
    const [copy = ''] = await containersOf('copy')
    return evaluate(
      copy,
      'console.log(fs.readdirSync("/var/lib/finlore/copy/public/articles").join())',
    )
  }
})

// Failures are what is logged most, so this comes after them.
describe.skipIf(!hasContainers)('secrets', () => {
  test('are in no log, no environment and no command line [T15]', async () => {
    const secrets = await readSecrets()
    expect(secrets.length).toBeGreaterThan(8)

    const { stdout, stderr } = await compose('logs', '--no-color')
    const inspected = await docker('inspect', ...(await containersOf(undefined, true)))
    expect(stdout).toContain('ingress')
    const known = stdout + stderr + inspected
    expect(secrets.filter((secret) => known.includes(secret))).toEqual([])
  })

  async function readSecrets(): Promise<string[]> {
    const script = `
      const files = fs.readdirSync('/run/secrets', { recursive: true, withFileTypes: true })
      for (const file of files.filter((one) => one.isFile())) {
        console.log(fs.readFileSync(file.parentPath + '/' + file.name, 'utf8'))
      }
    `
    const { stdout } = await compose(
      ...['run', '--rm', '--no-deps', '--entrypoint', 'node', 'prepare', '--eval', script],
    )
    // Within addresses and files of settings, they are what is random.
    return [...new Set(stdout.match(/[\w-]{40,}/g) ?? [])]
  }
})

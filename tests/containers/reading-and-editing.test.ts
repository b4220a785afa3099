import { describe, expect, test, vi } from 'vitest'
import {
  containerSite,
  hasContainers,
  publish,
  read,
} from '../support/containers/container-site.ts'

const ARTICLE = '/articles/what-a-dividend-is-and-its-four-dates'
const VISIBLE_MS = { timeout: 20_000, interval: 250 }

describe.skipIf(!hasContainers)('the site in containers', () => {
  test('shows its articles, their data and their assets', async () => {
    const home = await read('/')
    expect(home.status).toBe(200)
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(home.body) ?? []
    expect((await read(asset)).status).toBe(200)

    const article = await read(ARTICLE)
    expect(article.status).toBe(200)
    expect(article.body).toContain('<h1')
    const data = await read(`/page-data${ARTICLE}/page-data.json`)
    expect(JSON.parse(data.body)).toMatchObject({ path: ARTICLE })
    expect((await read('/nowhere')).status).toBe(404)
  })

  test('finds titles by every typed word, with the configured engine', async () => {
    const engine = containerSite().hasMeili ? 'meili' : 'embedded'
    await vi.waitFor(async () => {
      const found = await read('/api/search?q=dividend+dates')
      expect(found.headers.get('x-search-engine')).toBe(engine)
      expect(JSON.parse(found.body)).toMatchObject({
        hits: [expect.objectContaining({ path: ARTICLE })],
      })
    }, VISIBLE_MS)
  })

  test('shows an edit on its page, in lists and in the search', async () => {
    await publish('what-a-container-is', {
      title: 'What a container bond is',
      body: 'First words of an editor.',
    })
    await publish('what-a-container-is', {
      title: 'What a container bond is',
      body: 'Second thoughts of an editor.',
    })

    await vi.waitFor(async () => {
      expect((await read('/articles/what-a-container-is')).body).toContain(
        'Second thoughts of an editor.',
      )
      expect((await read('/')).body).toContain('What a container bond is')
      expect(JSON.parse((await read('/api/search?q=container+bond')).body).total).toBe(1)
    }, VISIBLE_MS)
  })

  test('routes readers to nothing that is for editors and operators [T14]', async () => {
    for (const address of ['/metrics', '/livez', '/readyz', '/jobs', '/changes?after=0']) {
      expect((await read(address)).status, address).toBe(404)
    }
    const { url } = containerSite()
    const answer = await fetch(`${url}/articles/what-a-container-is`, { method: 'DELETE' })
    expect(answer.status).toBe(405)
  })
})

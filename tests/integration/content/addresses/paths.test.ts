import { readdir } from 'node:fs/promises'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { isPicturePath } from '../../../../services/shared/addresses/picture-address.ts'
import {
  MAX_MODELS,
  PageModels,
  PathList,
} from '../../../../services/shared/contracts/page-model.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const REAL = '/articles/what-a-bond-is-and-why-its-price-moves'

async function pathsOf(content: TestContent, query: string): Promise<PathList> {
  const list: PathList = (await content.app.inject(`/paths?${query}`)).json()
  expect(Value.Errors(PathList, list)).toEqual([])
  return list
}

/** All paths, so many at a time. */
async function collectPaths(content: TestContent, limit: number): Promise<PathList['paths']> {
  const paths: PathList['paths'] = []
  for (let after = ''; ; ) {
    const list = await pathsOf(content, `limit=${limit}${after && `&after=${after}`}`)
    expect(list.paths.length).toBeLessThanOrEqual(limit)
    paths.push(...list.paths)
    if (list.next === null) return paths
    after = encodeURIComponent(list.next)
  }
}

async function modelsOf(content: TestContent, paths: readonly string[]): Promise<PageModels> {
  const query = new URLSearchParams({ paths: paths.join(',') })
  return (await content.app.inject(`/page-models?${query}`)).json()
}

describe('the list of all paths', () => {
  test('names each path once, in an order that does not depend on the limit', async ({
    content,
  }) => {
    await content.commit('PATCH', REAL, { slug: 'bonds' })
    await content.commit('PUT', '/articles/mine', articleDraft())
    await content.commit('DELETE', '/articles/mine')
    const all = await collectPaths(content, 1_000)

    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
    for (const limit of [1, 7, 50]) expect(await collectPaths(content, limit)).toEqual(all)
    expect(all[0]).toEqual({ path: '/', status: 'found' })
    expect(all).toEqual(
      expect.arrayContaining([
        { path: '/404.html', status: 'found' },
        { path: '/terms', status: 'found' },
        { path: '/product-reviews/etfs', status: 'found' },
        { path: '/authors/mei-lin-zhou', status: 'found' },
        { path: '/articles/bonds', status: 'found' },
        { path: REAL, status: 'moved' },
        { path: '/about', status: 'moved' },
        { path: '/articles/mine', status: 'gone' },
      ]),
    )
  })

  test('starts with the entry pages, and has the newest articles before others', async ({
    content,
  }) => {
    for (const name of ['one', 'two']) {
      await content.commit('PUT', `/articles/${name}`, articleDraft())
    }
    const paths = (await collectPaths(content, 1_000)).map(({ path }) => path)

    const at = (path: string) => paths.indexOf(path)
    expect(at('/sitemap')).toBeLessThan(at('/terms'))
    expect(at('/terms')).toBeLessThan(at('/expert-advice'))
    expect(at('/authors/mei-lin-zhou')).toBeLessThan(at('/articles/two'))
    expect(at('/articles/two') + 1).toBe(at('/articles/one'))
    expect(at('/articles/one') + 1).toBeLessThan(at('/about'))
  })

  test('refuses a cursor that it never issued', async ({ shared: content }) => {
    for (const after of ['x', '9/', '2abc', '0', '5nobody', '1/x']) {
      expect((await content.app.inject(`/paths?after=${after}`)).statusCode, after).toBe(400)
    }
    expect((await content.app.inject('/paths?limit=1001')).statusCode).toBe(400)
  })
})

describe('models of several paths', () => {
  test('equal those of each path alone, with the shared parts once', async ({ content }) => {
    await content.commit('PATCH', REAL, { slug: 'bonds' })
    await content.commit('DELETE', '/articles/how-a-broad-index-etf-works')
    const listed = (await collectPaths(content, 1_000)).map(({ path }) => path)
    // Drawings are no pages.
    const paths = listed.filter((path) => !isPicturePath(path))
    const wanted = [...paths.slice(0, MAX_MODELS - 1), '/nothing/of/ours']
    const answer = await modelsOf(content, wanted)

    expect(Value.Errors(PageModels, answer)).toEqual([])
    expect(answer.models).toHaveLength(wanted.length)
    const { revision, shell } = answer
    for (const [index, model] of answer.models.entries()) {
      const alone = await content.pageModel(wanted[index] ?? '')
      expect({ revision, shell, ...model }).toEqual(alone)
    }
    const statuses = new Set<string>()
    for (let at = 0; at < paths.length; at += MAX_MODELS) {
      const { models } = await modelsOf(content, paths.slice(at, at + MAX_MODELS))
      for (const { status } of models) statuses.add(status)
    }
    expect(statuses).toEqual(new Set(['found', 'moved', 'gone']))
  })

  test('are refused for too many paths or malformed ones', async ({ shared: content }) => {
    for (const paths of [
      '',
      'x',
      '/,',
      Array(MAX_MODELS + 1)
        .fill('/')
        .join(','),
    ]) {
      const answer = await content.app.inject(`/page-models?paths=${paths}`)
      expect(answer.statusCode, paths).toBe(400)
    }
  })

  test('may name the same path twice', async ({ shared: content }) => {
    const { models } = await modelsOf(content, [REAL, REAL])
    expect(models[0]).toEqual(models[1])
  })
})

describe('files of the XML site map', () => {
  test('exist at the addresses in the index, and nowhere else', async ({ shared: content }) => {
    for (const path of [
      '/sitemaps/articles-2.xml',
      '/sitemaps/articles-0.xml',
      '/sitemaps/articles-01.xml',
      '/sitemaps/other.xml',
      '/sitemap',
    ]) {
      expect((await content.app.inject(`/sitemap-model?path=${path}`)).statusCode, path).toBe(404)
    }
  })

  test('of articles disappear with their last article', async ({ empty: content }) => {
    await content.folder.unlink()
    for (const name of await readdir(`${content.folder.folder}/articles/en_US`)) {
      await content.folder.remove(`articles/en_US/${name}`)
    }
    await content.import()
    const filesOf = async () => {
      const { entries } = (await content.app.inject('/sitemap-model?path=/sitemap.xml')).json()
      return entries.map(({ path }: { path: string }) => path)
    }
    expect(await filesOf()).toEqual(['/sitemaps/pages.xml'])
    await content.commit('PUT', '/articles/mine', articleDraft())
    expect(await filesOf()).toEqual(['/sitemaps/pages.xml', '/sitemaps/articles-1.xml'])
    await content.commit('DELETE', '/articles/mine')
    expect(await filesOf()).toEqual(['/sitemaps/pages.xml'])
  })
})

import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import type { ErrorPage } from '#shared/contracts/page.ts'
import { buildShell } from '../../../tests/support/pages/page-builders.ts'
import { PageDataShape } from '../../../tests/support/pages/page-data-shapes.ts'
import { componentChunkName, renderPageData } from './page-data.ts'
import { staticQueriesOf } from './static-queries.ts'

const page: ErrorPage = {
  kind: 'error',
  path: '/500.html',
  seo: { title: 'Sorry', description: 'It failed', noindex: true },
  categories: [],
}

describe('renderPageData', () => {
  test("writes Gatsby's fields in Gatsby's order, and no others", () => {
    const data = JSON.parse(renderPageData(page))

    expect(Object.keys(data)).toEqual([
      'componentChunkName',
      'path',
      'result',
      'staticQueryHashes',
      'slicesMap',
    ])
    expect(Object.keys(data.result)).toEqual(['data', 'pageContext'])
    expect(data).toEqual({
      componentChunkName: 'component---src-pages-error-page-tsx',
      path: '/500.html',
      result: { data: page, pageContext: { kind: 'error' } },
      staticQueryHashes: [],
      slicesMap: {},
    })
    expect(Value.Check(PageDataShape, data)).toBe(true)
  })

  test('names the queries of header and footer, where there is a menu', () => {
    const shell = buildShell()
    const { staticQueryHashes, slicesMap } = JSON.parse(renderPageData(page, shell))

    expect(staticQueryHashes).toEqual(staticQueriesOf(shell).hashes)
    expect(slicesMap).toEqual({ header: 'header', footer: 'footer' })
  })

  test('names templates like the table of client components', () => {
    expect(componentChunkName('not-found')).toBe('component---src-pages-not-found-page-tsx')
  })
})

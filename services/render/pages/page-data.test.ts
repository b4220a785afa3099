import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import type { ErrorPage } from '#shared/contracts/page.ts'
import { PageDataShape } from '#shared/contracts/page-data.ts'
import { componentChunkName, renderPageData, SLICES, STATIC_QUERIES } from './page-data.ts'

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

  test('names static queries by decimal 32-bit hashes that never change', () => {
    expect(STATIC_QUERIES).toEqual({ site: '932310606', menu: '2581912890' })
    for (const hash of Object.values(STATIC_QUERIES)) {
      expect(hash).toMatch(/^\d{1,10}$/)
      expect(Number(hash)).toBeLessThan(2 ** 32)
    }
    expect(SLICES).toEqual(['header', 'footer'])
  })

  test('names templates as a client component table does', () => {
    expect(componentChunkName('not-found')).toBe('component---src-pages-not-found-page-tsx')
  })
})

import { expect, test } from 'vitest'
import { partsOf, pathOfData, routeOf } from './route-request.ts'

const ORIGIN = 'https://finlore.example'
const route = (address: string, mode: RequestMode = 'cors', method = 'GET') =>
  routeOf({ url: new URL(address, ORIGIN).href, mode, method }, ORIGIN)

test.each([
  ['/', '/'],
  ['/articles/a?utm_source=x', '/articles/a'],
  ['/articles/a/', '/articles/a'],
  ['/search', '/search'],
])('the document %s is cached as %s', (address, key) => {
  expect(route(address, 'navigate')).toEqual({ kind: 'page', key })
})

test('a page of search results is not cached', () => {
  expect(route('/search?q=bond', 'navigate')).toEqual({ kind: 'page' })
  expect(route('/page-data/search/page-data.json?q=bond')).toEqual({ kind: 'none' })
})

test.each([
  '/feed.atom',
  '/og/a.png',
  '/api/search?q=a',
  '/robots.txt',
  '/page-data/app-data.json',
])('%s is left to the browser, also where it is looked at', (address) => {
  expect(route(address)).toEqual({ kind: 'none' })
  expect(route(address, 'navigate')).toEqual({ kind: 'document' })
})

test.each([
  ['https://other.example/assets/a.js', 'GET'],
  ['/page-data/sq/d/1.json', 'GET'],
  ['/slice-data/header.json', 'GET'],
  ['/__third-party-proxy?url=https%3A%2F%2Fa.example%2Fa.js', 'GET'],
  ['/articles/a', 'HEAD'],
  ['/articles/a', 'GET'],
])('%s (%s) is left to the browser', (address, method) => {
  expect(route(address, 'cors', method)).toEqual({ kind: 'none' })
})

test('files of the build and data of pages are recognized by their addresses', () => {
  for (const key of ['/assets/a-1.js', '/logo.svg']) {
    expect(route(key, 'no-cors')).toEqual({ kind: 'asset', key })
  }
  const key = '/page-data/articles/a/page-data.json'
  expect(route(`${key}?utm=1`)).toEqual({ kind: 'page-data', key })
})

test.each(['/', '/articles/a', '/search'])('the parts of %s belong to it', (path) => {
  const [html, data] = partsOf(path)
  expect(html).toBe(path)
  expect(pathOfData(data)).toBe(path)
  expect(pathOfData(html)).toBeUndefined()
})

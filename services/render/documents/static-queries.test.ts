import { expect, test } from 'vitest'
import { buildShell } from '../../../tests/support/pages/page-builders.ts'
import { isStaticQueryPath, staticQueriesOf } from './static-queries.ts'

const shell = buildShell()

test('the answers together are the data of header and footer', () => {
  const glossary = { title: 'A–Z of terms', path: '/terms-of-all/letters' }
  const shown = { ...shell, glossary }
  const { hashes, answers } = staticQueriesOf({
    ...shown,
    thirdPartyScripts: ['https://a.example/'],
  })
  expect([...answers.keys()]).toEqual(hashes.map((hash) => `/page-data/sq/d/${hash}.json`))
  const data = [...answers.values()].map((text) => JSON.parse(text).data)
  const { tagline: _, ...site } = shown.site
  expect(Object.assign({}, ...data)).toEqual({ ...shown, site })
  expect(Object.keys(data[1])).toEqual(['menu'])
  for (const path of answers.keys()) expect(isStaticQueryPath(path)).toBe(true)
})

test('the name of an answer is a function of its content', () => {
  const { hashes } = staticQueriesOf(shell)
  expect(staticQueriesOf(structuredClone(shell)).hashes).toEqual(hashes)
  const [site, menu] = staticQueriesOf({ ...shell, menu: [] }).hashes
  expect(site).toBe(hashes[0])
  expect(menu).not.toBe(hashes[1])
  for (const hash of hashes) {
    expect(hash).toMatch(/^\d{1,10}$/)
    expect(Number(hash)).toBeLessThan(2 ** 32)
  }
})

test('data outside header and footer change no name', () => {
  const { hashes } = staticQueriesOf(shell)
  const site = { ...shell.site, tagline: 'Another line' }
  const other = { ...shell, site, thirdPartyScripts: ['https://a.example/a.js'] }
  expect(staticQueriesOf(other).hashes).toEqual(hashes)
})

test.each([
  '/page-data/sq/d/x.json',
  '/page-data/sq/d/.json',
  '/page-data/sq/d/12345678901.json',
  '/page-data/sq/d/1.json/more',
  '/page-data/sq/d/1/page-data.json',
  '/a/page-data/sq/d/1.json',
])('%s is no address of a query', (path) => {
  expect(isStaticQueryPath(path)).toBe(false)
})

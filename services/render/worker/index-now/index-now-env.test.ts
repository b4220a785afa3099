import { expect, test } from 'vitest'
import { loadWorkerConfig } from '../../config.ts'
import { indexNowKey } from './index-now-env.ts'

const KEY = '0123456789abcdef'
const load = (env: object) =>
  loadWorkerConfig({
    DATABASE_URL: 'postgres://database/finlore',
    CONTENT_URL: 'http://content:8081',
    PAGE_STORE: 'file:/pages',
    SITE_URL: 'https://www.wikipedia.org',
    INDEXING: 'on',
    INDEXNOW_KEY: KEY,
    ...env,
  })

test('search engines are notified by a site with INDEXING=on and a key', () => {
  expect(indexNowKey(load({}))).toBe(KEY)
  expect(load({}).INDEXNOW_URL).toBe('https://api.indexnow.org/indexnow')
  expect(indexNowKey(load({ INDEXNOW_KEY: '' }))).toBeUndefined()
  expect(indexNowKey(load({ INDEXING: 'off', SITE_URL: 'http://localhost:8080' }))).toBeUndefined()
})

test.each([
  ['a1b2c3d', 'too short'],
  ['a'.repeat(129), 'too long'],
  ['../../../robots', 'another address'],
])('%s is no key', (INDEXNOW_KEY) => {
  expect(() => load({ INDEXNOW_KEY })).toThrow(/INDEXNOW_KEY: /)
})

test('search engines are not notified by a site without https', () => {
  expect(() => load({ SITE_URL: 'http://www.wikipedia.org' })).toThrow(
    /INDEXNOW_KEY: search engines are told of https addresses only/,
  )
})

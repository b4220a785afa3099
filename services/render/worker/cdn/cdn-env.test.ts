import { expect, test } from 'vitest'
import { EnvironmentError } from '#shared/config.ts'
import { cdnOf, requireCdn } from './cdn-env.ts'

const ZONE = '0123456789abcdef0123456789abcdef'
const TOKEN = 'a-token-that-purges'

test('without settings, no cache is purged', () => {
  expect(cdnOf(requireCdn({}))).toBeUndefined()
})

test('several caches are purged in one form', () => {
  const CDN_PURGE_URL = 'http://varnish-0:6081/, http://varnish-1:6081\nhttps://[::1]:6081'
  expect(cdnOf(requireCdn({ CDN_PURGE: 'http', CDN_PURGE_URL }))).toEqual({
    form: 'http',
    addresses: ['http://varnish-0:6081', 'http://varnish-1:6081', 'https://[::1]:6081'],
    token: undefined,
  })
})

test.each([
  ['fastly', 'https://api.fastly.com/service/SU1Z0isxPaozGVKXdv0eY'],
  ['cloudflare', `https://api.cloudflare.com/client/v4/zones/${ZONE}`],
  ['fastly', 'http://127.0.0.1:3000/service/abc'],
] as const)('%s is purged at %s', (CDN_PURGE, CDN_PURGE_URL) => {
  const cdn = cdnOf(requireCdn({ CDN_PURGE, CDN_PURGE_URL, CDN_PURGE_TOKEN: TOKEN }))
  expect(cdn).toEqual({ form: CDN_PURGE, addresses: [CDN_PURGE_URL], token: TOKEN })
})

test.each([
  [{ CDN_PURGE_URL: 'http://varnish:6081' }, /^CDN_PURGE: is missing/],
  [{ CDN_PURGE: 'http' }, /^CDN_PURGE_URL: is missing: write the address of each cache/],
  [{ CDN_PURGE: 'http', CDN_PURGE_URL: ' ,' }, /^CDN_PURGE_URL: is missing/],
  [{ CDN_PURGE: 'http', CDN_PURGE_URL: 'varnish:6081' }, /^CDN_PURGE_URL: write the address/],
  [{ CDN_PURGE: 'http', CDN_PURGE_URL: 'http://varnish:6081/a' }, /^CDN_PURGE_URL: /],
  [{ CDN_PURGE: 'http', CDN_PURGE_URL: 'http://me:secret@varnish' }, /^CDN_PURGE_URL: /],
  [
    { CDN_PURGE: 'http', CDN_PURGE_URL: 'http://a '.repeat(21) },
    /^CDN_PURGE_URL: has more than 20/,
  ],
  [
    { CDN_PURGE: 'fastly', CDN_PURGE_URL: 'https://api.fastly.com/service/a' },
    /^CDN_PURGE_TOKEN: is missing: fastly/,
  ],
  [
    {
      CDN_PURGE: 'fastly',
      CDN_PURGE_URL: 'http://api.fastly.com/service/a',
      CDN_PURGE_TOKEN: TOKEN,
    },
    /^CDN_PURGE_URL: write https:\/\/api\.fastly\.com\/service\/ID/,
  ],
  [
    {
      CDN_PURGE: 'cloudflare',
      CDN_PURGE_URL: 'https://api.cloudflare.com/client/v4/zones/finlore',
      CDN_PURGE_TOKEN: TOKEN,
    },
    /^CDN_PURGE_URL: write https:\/\/api\.cloudflare\.com/,
  ],
] as const)('%j is refused', (settings, problem) => {
  expect.assertions(2)
  try {
    requireCdn(settings)
  } catch (error) {
    const problems = error instanceof EnvironmentError ? error.problems : []
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(problems.join()).not.toContain('secret')
  }
})

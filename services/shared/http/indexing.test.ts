import { expect, test } from 'vitest'
import { requireListable } from './indexing.ts'

test.each([
  'https://finlore.example',
  'https://www.example.com',
  'https://tr.finlore.test:8443',
  'http://localhost:8080',
  'https://finlore.localhost',
  'https://localhost.',
  'https://finlore.example.',
  'http://127.0.0.1:8080',
  'https://10.0.0.8',
  'https://[::1]:8080',
  'https://finlore',
  undefined,
])('refuses INDEXING=on for %s [F57]', (SITE_URL) => {
  const site = SITE_URL === undefined ? {} : { SITE_URL }
  expect(() => requireListable({ INDEXING: 'on', ...site })).toThrow(
    /SITE_URL: nobody on the internet reaches this address, but INDEXING is on/,
  )
  expect(requireListable({ INDEXING: 'off', ...site })).toEqual({ INDEXING: 'off', ...site })
})

test.each(['https://www.wikipedia.org', 'http://8.8.8.8', 'https://example.de'])(
  'accepts INDEXING=on for %s',
  (SITE_URL) => {
    expect(requireListable({ INDEXING: 'on', SITE_URL })).toMatchObject({ SITE_URL })
  },
)

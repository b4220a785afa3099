import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketName } from './bucket-name.ts'

describe('bucketName', () => {
  test('is the site key and its purpose [M-912]', () => {
    expect(bucketName('finlore', 'dev')).toBe('finlore-dev')
    expect(bucketName('money-2-go', 'prod')).toBe('money-2-go-prod')
    expect(bucketName('1', 'dev')).toBe('1-dev')
  })

  test('accepts the same keys for both purposes, up to the longest that fits', () => {
    expect(bucketName('a'.repeat(58), 'prod')).toHaveLength(63)
    for (const variant of ['dev', 'prod'] as const) {
      expect(() => bucketName('a'.repeat(59), variant)).toThrow('at most 58')
    }
  })

  test.each(['', '-a', 'a-', 'a--b', 'xn--a', 'A', 'a_b', 'a.b', 'a b', 'é', 'a/b', 'a\n', '..'])(
    'refuses %j with advice',
    (key) => {
      expect(() => bucketName(key, 'dev')).toThrow(
        `The site key ${JSON.stringify(key)} cannot be part of a bucket name: write at most 58 lower-case letters`,
      )
    },
  )

  test('is a DNS label or refused, whatever the key', () => {
    const key = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^[a-z0-9.-]{1,70}$/))
    fc.assert(
      fc.property(key, (siteKey) => {
        let name: string
        try {
          name = bucketName(siteKey, 'prod')
        } catch {
          return
        }
        expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/)
      }),
    )
  })
})

import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { reasonsAgainst } from './check-shape.ts'
import { Slug } from './contracts/primitives.ts'
import { ThirdPartyScripts } from './contracts/site.ts'

describe('a nullable field', () => {
  const Fields = Type.Object({
    email: Type.Union([Type.String({ format: 'email' }), Type.Null()]),
    rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    translationKey: Type.Union([Slug, Type.Null()]),
    nothing: Type.Null(),
  })

  const right = { email: 'a@b.example', rank: 1, translationKey: 'bonds', nothing: null }

  test('accepts null and its type', () => {
    const nulls = { email: null, rank: null, translationKey: null, nothing: null }
    expect(reasonsAgainst(Fields, nulls)).toEqual([])
    expect(reasonsAgainst(Fields, right)).toEqual([])
  })

  test.for([
    ['email', 5, 'must be string, or null'],
    ['email', 'nobody', 'must match format "email", or null'],
    ['rank', 0, 'must be >= 1, or null'],
    [
      'translationKey',
      'All Bonds',
      'must be lower-case words joined by hyphens, such as "market-trends", or null',
    ],
    ['nothing', 5, 'must be null'],
  ])('has one reason against a wrong value: %s %j', ([field, value, message]) => {
    expect(reasonsAgainst(Fields, { ...right, [`${field}`]: value })).toEqual([
      { field: `/${field}`, message },
    ])
  })
})

describe('a text that a pattern refuses', () => {
  const Site = Type.Object({ key: Slug, thirdPartyScripts: ThirdPartyScripts })

  test('has an error in words', () => {
    const site = { key: 'Our Site', thirdPartyScripts: ['http://a.example/b.js'] }
    expect(reasonsAgainst(Site, site)).toEqual([
      {
        field: '/key',
        message: 'must be lower-case words joined by hyphens, such as "market-trends"',
      },
      {
        field: '/thirdPartyScripts/0',
        message: 'must be a complete address that begins with https://',
      },
    ])
  })
})

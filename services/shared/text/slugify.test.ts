import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { Slug } from '../contracts/primitives.ts'
import { slugify } from './slugify.ts'

describe('slugify', () => {
  test.each([
    ['What a Bond Is', 'what-a-bond-is'],
    ['APR, APY & nominal rates: 5% or 15%?', 'apr-apy-nominal-rates-5-or-15'],
    ["A Beginner's Guide – 401(k)", 'a-beginners-guide-401-k'],
    ['  Naïve   Über-diversification  ', 'naive-uber-diversification'],
    ['Nai\u0308ve', 'naive'],
    ['Straße, smørrebrød, Łódź', 'strasse-smorrebrod-lodz'],
    ['Döviz kuru nasıl değişir?', 'doviz-kuru-nasil-degisir'],
    ['IŞIK FONU', 'isik-fonu'],
    ["İstanbul Borsası'nda yatırım", 'istanbul-borsasinda-yatirim'],
    ['Ёжик и счёт: щедрый подъезд', 'yozhik-i-schyot-shchedryy-podezd'],
    ['Инвестиции для начинающих', 'investitsii-dlya-nachinayushchikh'],
    ['Юлия Чайковская', 'yuliya-chaykovskaya'],
    ['ﬁxed ½', 'fixed-1-2'],
    ['in\u00advest', 'invest'],
  ])('%s becomes %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('cuts after a word', () => {
    const slug = slugify('word '.repeat(40))

    expect(slug).toBe(Array(24).fill('word').join('-'))
    expect(slugify(`${'x'.repeat(120)} y`)).toBe('x'.repeat(120))
    expect(slugify('x'.repeat(130))).toBe('x'.repeat(120))
  })

  test('gives text in unknown scripts a stable slug of its own', () => {
    expect(slugify('投资')).toMatch(/^untitled-[a-z0-9]+$/)
    expect(slugify('投资')).toBe(slugify('投资'))
    expect(slugify('投资')).not.toBe(slugify('债券'))
    expect(slugify('')).toMatch(/^untitled-[a-z0-9]+$/)
  })

  test('is idempotent, and always gives a slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const slug = slugify(text)
        expect(Value.Check(Slug, slug)).toBe(true)
        expect(slugify(slug)).toBe(slug)
      }),
      { numRuns: 2_000 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { checkArticle } from './check-article.ts'
import type { Vocabulary } from './vocabulary.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

const FALLBACKS = {
  'investment-dictionaries': 'other-resources',
  'expert-advice': 'other-expert-advice',
  'product-reviews': 'other-financial-products',
  'financial-comparisons': 'other-financial-comparisons',
  'ratings-and-rankings': 'other-financial-products',
}

const PATH = '/articles/what-a-bond-is'

const vocabulary: Vocabulary = {
  locale: 'en_US',
  tagline: 'Money in plain words',
  office: undefined,
  zone: 'UTC',
  authors: new Map([
    ['Eleanor Whitcombe', 'eleanor-whitcombe'],
    ['Marcus Adeyemi', 'marcus-adeyemi'],
  ]),
  categories: new Map(
    Object.entries(FALLBACKS).map(([category, fallback]) => [
      category,
      { fallback, subcategories: new Set(['stocks', 'etfs', fallback]) },
    ]),
  ),
}

const draft = (changes: Record<string, unknown> = {}) => ({
  title: 'What a bond is',
  author: 'Eleanor Whitcombe',
  body: 'A bond is a loan that can be sold.',
  entities: [{ category: 'product-reviews', subcategories: [{ subcategory: 'stocks' }] }],
  ...changes,
})

function accepted(changes: Record<string, unknown> = {}) {
  const checked = checkArticle(draft(changes), vocabulary, NOW, PATH)
  if ('article' in checked) return checked.article
  throw new Error(JSON.stringify(checked.reasons))
}

function reasonsFor(candidate: unknown): Record<string, string> {
  const checked = checkArticle(candidate, vocabulary, NOW, PATH)
  if ('article' in checked) throw new Error('it was accepted')
  return Object.fromEntries(checked.reasons.map(({ field, message }) => [field, message]))
}

const refused = (changes: Record<string, unknown>) => reasonsFor(draft(changes))

describe('an article that may be saved', () => {
  test('has a value for every field that its draft leaves out [M-305]', () => {
    expect(accepted()).toMatchObject({
      rendered: expect.anything(),
      body: 'A bond is a loan that can be sold.',
      terms: [],
      title: 'What a bond is',
      description: 'A bond is a loan that can be sold.',
      author: 'eleanor-whitcombe',
      placements: [{ category: 'product-reviews', subcategory: 'stocks', topics: [] }],
      publishedAt: undefined,
      updatedAt: undefined,
      takeaways: [],
      sources: [],
      topNotchRank: null,
      validFor: null,
      translationKey: null,
      favorite: false,
    })
  })

  test.each(Object.entries(FALLBACKS))(
    'of %s without a subcategory is filed under %s',
    (category, subcategory) => {
      const placement = { category, subcategory, topics: [] }

      expect(accepted({ entities: [{ category }] }).placements).toEqual([placement])
      expect(accepted({ entities: [{ category, subcategories: [] }] }).placements).toEqual([
        placement,
      ])
    },
  )

  test('is in several categories, in the order of its draft and once in each place [M-304]', () => {
    const entities = [
      { category: 'ratings-and-rankings' },
      {
        category: 'product-reviews',
        subcategories: [
          { subcategory: 'etfs', subsubcategories: ['bond-funds'] },
          { subcategory: 'other-financial-products' },
        ],
      },
      { category: 'product-reviews', subcategories: [{ subcategory: 'etfs' }] },
    ]

    expect(accepted({ entities }).placements).toEqual([
      { category: 'ratings-and-rankings', subcategory: 'other-financial-products', topics: [] },
      { category: 'product-reviews', subcategory: 'etfs', topics: ['bond-funds'] },
      { category: 'product-reviews', subcategory: 'other-financial-products', topics: [] },
    ])
  })

  test('may leave out its author, who is chosen then', () => {
    expect(accepted({ author: undefined }).author).toBeUndefined()
  })

  test('keeps a title like "DeFi" as it is written, on one line [M-302]', () => {
    expect(accepted({ title: ' DeFi and\r\n NFTs\nexplained\r' }).title).toBe(
      'DeFi and NFTsexplained',
    )
    expect(accepted({ description: 'One\nline' }).description).toBe('Oneline')
  })

  test.each([
    ['2025-03-04', '2025-03-04T00:00:00.000Z'],
    ['2025-03-04T08:30Z', '2025-03-04T08:30:00.000Z'],
    ['2025-03-04T08:30:00+03:00', '2025-03-04T05:30:00.000Z'],
    ['2024-02-29T00:00:00Z', undefined],
    ['2024-11-07', '2024-11-07T00:00:00.000Z'],
    ['2024-11-07T02:59:59+03:00', undefined],
    ['2024-11-06T23:59:59.999Z', undefined],
    ['2024-11-07T00:00:00.000Z', '2024-11-07T00:00:00.000Z'],
    ['2026-06-01T12:05:00Z', '2026-06-01T12:05:00.000Z'],
    ['2026-06-01T12:05:01Z', undefined],
  ])('of %s was published at %s [M-911]', (publishedAt, instant) => {
    if (instant === undefined) expect(refused({ publishedAt })).toHaveProperty('/publishedAt')
    else expect(accepted({ publishedAt }).publishedAt).toBe(instant)
  })
})

describe('a description taken from the text', () => {
  test('is cut at a word', () => {
    const { description } = accepted({ body: `${'interest '.repeat(40)}\n\nMore.` })

    expect(description).toMatch(/^(interest )+interest…$/)
    expect(description.length).toBeLessThanOrEqual(155)
    expect(description.length).toBeGreaterThan(140)
  })

  test('is cut between letters where there are no words, and never through one', () => {
    for (const body of ['😀'.repeat(200), `x${'😀'.repeat(200)}`, '利'.repeat(200)]) {
      const { description } = accepted({ body })
      expect(description.isWellFormed()).toBe(true)
      expect(description.length).toBeLessThanOrEqual(155)
    }
  })

  test('is title, emoji and what the site is about where there is no paragraph', () => {
    const { title, description } = accepted({ body: '## Only a heading' })
    expect(description).toBe('📊 What a bond is. Money in plain words')
    expect(title).toBe('What a bond is')
  })

  test('is replaced by one that an editor wrote', () => {
    expect(accepted({ description: ' Mine. ' }).description).toBe('Mine.')
    expect(accepted({ description: ' ' }).description).toBe('A bond is a loan that can be sold.')
  })
})

describe('an article that may not be saved', () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['no title', { title: undefined }, '/title', /./],
    ['an empty title', { title: '\n \r' }, '/title', /at least one/],
    ['a long title', { title: 'x'.repeat(201) }, '/title', /longer than 200/],
    ['a number for a title', { title: 2024 }, '/title', /string/],
    ['an empty text', { body: '' }, '/body', /./],
    ['a text without words', { body: '---\n\n***' }, '/body', /must have text/],
    ['a text without end', { body: 'x '.repeat(250_001) }, '/body', /./],
    ['a long description', { description: 'x'.repeat(401) }, '/description', /longer than 400/],
    ['an author nobody knows', { author: 'Nobody At All' }, '/author', /not a known author$/],
    ['an empty author', { author: '' }, '/author', /./],
    ['an author in lower case', { author: 'marcus adeyemi' }, '/author', /mean "Marcus Adeyemi"\?/],
    ['no entities', { entities: [] }, '/entities', /./],
    [
      'an unknown category',
      { entities: [{ category: 'expert-advise' }] },
      '/entities/0/category',
      /not a known category; did you mean "expert-advice"\?/,
    ],
    [
      'a subcategory of another category',
      { entities: [{ category: 'expert-advice', subcategories: [{ subcategory: 'stockz' }] }] },
      '/entities/0/subcategories/0/subcategory',
      /not a known subcategory of expert-advice; did you mean "stocks"\?/,
    ],
    [
      'a third level that is no list',
      {
        entities: [
          {
            category: 'expert-advice',
            subcategories: [{ subcategory: 'stocks', subsubcategories: 'x' }],
          },
        ],
      },
      '/entities/0/subcategories/0/subsubcategories',
      /./,
    ],
    ['a date that is none', { publishedAt: 'yesterday' }, '/publishedAt', /must be a day/],
    [
      'a date without its zone',
      { publishedAt: '2025-03-04T08:00' },
      '/publishedAt',
      /must be a day/,
    ],
    ['month 13', { publishedAt: '2025-13-01' }, '/publishedAt', /not a date that exists/],
    ['30 February', { publishedAt: '2025-02-30' }, '/publishedAt', /not a date that exists/],
    ['31 June', { updatedAt: '2025-06-31T10:00:00Z' }, '/updatedAt', /not a date that exists/],
    ['a date before the site', { publishedAt: '2024-11-06' }, '/publishedAt', /before 2024-11-07/],
    ['a date to come', { publishedAt: '2026-06-02' }, '/publishedAt', /future/],
    [
      'an update before its publication',
      { publishedAt: '2025-03-04', updatedAt: '2025-03-03' },
      '/updatedAt',
      /before publishedAt/,
    ],
    [
      'a source with a script',
      { sources: [{ title: 'x', url: 'javascript:x' }] },
      '/sources/0/url',
      /http/,
    ],
    [
      'a source whose host has a quotation mark',
      { sources: [{ title: 'x', url: 'https://a.example"/' }] },
      '/sources/0/url',
      /http/,
    ],
    ['an origin nobody knows', { provenance: 'robot' }, '/provenance', /one of/],
    ['somebody without a name', { answeredBy: '' }, '/answeredBy', /not have fewer than 1/],
    ['a reviewer of line breaks', { reviewedBy: '\n' }, '/reviewedBy', /must be a name/],
    ['a review by nobody', { reviewedAt: '2026-05-01' }, '/reviewedAt', /needs reviewedBy/],
    [
      'a review to come',
      { reviewedBy: 'Cem Dal', reviewedAt: '2026-06-02' },
      '/reviewedAt',
      /not be in the future/,
    ],
    ['a year before this site', { validFor: 2023 }, '/validFor', /./],
    ['a year as words', { validFor: '2026' }, '/validFor', /./],
    ['a rank of nought', { topNotchRank: 0 }, '/topNotchRank', /./],
    ['a field nobody knows', { colour: 'red' }, '/colour', /not a known field/],
    ['a character that cannot be kept', { title: 'A\0B' }, '/title', /cannot be stored/],
    ['half a character', { body: 'A \uD800 B' }, '/body', /cannot be stored/],
    [
      'such a character deep inside',
      { takeaways: ['a', '\0'] },
      '/takeaways/1',
      /cannot be stored/,
    ],
  ])('has %s', (_name, changes, field, message) => {
    const reasons = refused(changes)

    expect(Object.keys(reasons)).toEqual([field])
    expect(reasons[field]).toMatch(message)
  })

  test.each([undefined, null, 7, 'text', []])('is not an object: %j', (candidate) => {
    expect(reasonsFor(candidate)).not.toEqual({})
  })

  test.each([
    ['E-NO-ENTITY', { entities: undefined }],
    ['E-NO-ENTITY', { entities: [] }],
    ['E-UNKNOWN-CAT', { entities: [{ category: 'nowhere' }] }],
    [
      'E-UNKNOWN-SUB',
      { entities: [{ category: 'expert-advice', subcategories: [{ subcategory: 'gold' }] }] },
    ],
    ['E-UNKNOWN-AUTHOR', { author: 'Nobody' }],
    ['E-DATE-START', { publishedAt: '2024-11-06' }],
    ['E-DATE-ORDER', { publishedAt: '2025-03-04', updatedAt: '2025-03-03' }],
    ['E-DATE-FUTURE', { updatedAt: '2027-01-01' }],
    ['E-DATE-FUTURE', { checkedAt: '2027-01-01' }],
    ['E-DATE-FUTURE', { corrections: [{ on: '2027-01-01', was: 'a', is: 'b' }] }],
    ['E-DATE-START', { corrections: [{ on: '2024-11-06', was: 'a', is: 'b' }] }],
    ['E-SOURCE', { body: 'As [they](source:ftc) say.' }],
    // A reason without a code means that the shape is wrong.
    [undefined, { title: 7 }],
    [undefined, { answer: 'x'.repeat(401) }],
    [undefined, { corrections: [{ on: '2026-02-30', was: 'a', is: 'b' }] }],
    [undefined, { corrections: Array(21).fill({ on: '2026-01-02', was: 'a', is: 'b' }) }],
    [undefined, { sources: [{ title: 'a', url: 'https://a.example', key: 'A' }] }],
    [undefined, { sources: [{ title: 'a', url: 'https://a.example', key: 'a'.repeat(61) }] }],
    [undefined, { corrections: [{ on: '2026-01-02', was: 'a'.repeat(501), is: 'b' }] }],
    [undefined, { corrections: [{ on: '2026-01-02', was: 'a', is: 'b'.repeat(501) }] }],
    [undefined, { entities: [{ category: 'product-reviews', more: 1 }] }],
  ])('is refused with %s', (code, changes) => {
    const checked = checkArticle(draft(changes), vocabulary, NOW, PATH)
    const codes = 'reasons' in checked ? checked.reasons.map((reason) => reason.code) : []
    expect(codes).toEqual([code])
  })

  test('may have an answer, corrections and a source key of the greatest length', () => {
    const fields = {
      answer: 'x'.repeat(400),
      corrections: Array(20).fill({ on: '2024-11-07', was: 'a'.repeat(500), is: 'b'.repeat(500) }),
      sources: [{ title: 'a', url: 'https://a.example', key: 'a'.repeat(60) }],
    }
    expect(accepted(fields)).toMatchObject(fields)
  })

  test('is refused with all reasons at once', () => {
    const reasons = refused({
      title: 'x'.repeat(201),
      author: 'Elenor Whitcombe',
      body: '---',
      entities: [
        { category: 'nowhere-near' },
        { category: 'product-reviews', subcategories: [{ subcategory: 'stock' }] },
      ],
      description: 'x'.repeat(401),
      publishedAt: '2020-01-01',
      updatedAt: '2030-01-01',
    })

    expect(Object.keys(reasons).toSorted()).toEqual([
      '/author',
      '/body',
      '/description',
      '/entities/0/category',
      '/entities/1/subcategories/0/subcategory',
      '/publishedAt',
      '/title',
      '/updatedAt',
    ])
  })

  test('is refused with all reasons at once when its shape is wrong too', () => {
    const reasons = refused({
      title: 7,
      colour: 'red',
      author: 'Elenor Whitcombe',
      body: '---',
      entities: [{ category: 'expert-advise', subcategories: 'none' }],
      description: 'x'.repeat(401),
      publishedAt: '2020-01-01',
      updatedAt: '2025-02-30',
    })

    expect(Object.keys(reasons).toSorted()).toEqual([
      '/author',
      '/body',
      '/colour',
      '/description',
      '/entities/0/category',
      '/entities/0/subcategories',
      '/publishedAt',
      '/title',
      '/updatedAt',
    ])
  })

  test('is told the right name even when the given one is malformed', () => {
    const checked = checkArticle(
      draft({ entities: [{ category: 'Expert Advice' }] }),
      vocabulary,
      NOW,
      PATH,
    )
    const messages = 'reasons' in checked ? checked.reasons.map(({ message }) => message) : []
    expect(messages).toEqual([
      expect.stringContaining('must be lower-case words'),
      '"Expert Advice" is not a known category; did you mean "expert-advice"?',
    ])
  })

  test('is refused with each reason once', () => {
    const checked = checkArticle(
      draft({ publishedAt: 'never', author: '', entities: [{}], title: '' }),
      vocabulary,
      NOW,
      PATH,
    )
    const fields = 'reasons' in checked ? checked.reasons.map(({ field }) => field) : []
    expect(fields.toSorted()).toEqual(['/author', '/entities/0/category', '/publishedAt', '/title'])
  })
})

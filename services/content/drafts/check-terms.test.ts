import { describe, expect, test } from 'vitest'
import { reasonsAgainst } from '#shared/check-shape.ts'
import { ArticleDraft } from './article-draft.ts'
import { cleanTerms, reasonsAboutTerms } from './check-terms.ts'

const term = (changes: object = {}) => ({ term: 'bond', definition: 'A loan.', ...changes })

const messagesFor = (...terms: object[]) =>
  Array.from(reasonsAboutTerms(terms), ({ field, message }) => `${field} ${message}`)

describe('terms', () => {
  test('are kept on one line, and each form once', () => {
    const also = ['bonds', 'Bond', 'BONDS', 'bearer\u00a0 bond']
    expect(
      cleanTerms([term({ term: ' bond\n', also, definition: 'A loan\n  in pieces.\n' })]),
    ).toEqual([
      { term: 'bond', also: ['bonds', 'BONDS', 'bearer bond'], definition: 'A loan in pieces.' },
    ])
    expect(messagesFor(term({ also }))).toEqual([])
  })

  test('keep the forms that match other text: in capitals only, or with another letter', () => {
    const also = ['SEC', 'sec', 'Sec', 'ihraç', 'Ihraç']
    expect(cleanTerms([term({ also })])[0]?.also).toEqual(['SEC', 'sec', 'ihraç', 'Ihraç'])
  })

  test('have a definition of one line', () => {
    expect(messagesFor(term({ definition: 'x'.repeat(140) }))).toEqual([])
    expect(messagesFor(term({ definition: 'x'.repeat(141) }))).toEqual([
      '/terms/0/definition must not be longer than 140 characters: it has 141',
    ])
    expect(messagesFor(term({ definition: ' \n' }))).toEqual([
      '/terms/0/definition must have at least one character',
    ])
  })

  test('may lack a definition: such words mean something else in their article', () => {
    expect(cleanTerms([{ term: 'bond' }])).toEqual([{ term: 'bond', also: [] }])
    expect(messagesFor({ term: 'bond' })).toEqual([])
  })

  test('have a letter or a digit in every form', () => {
    expect(messagesFor(term({ term: '§' }), term({ also: ['—'] }))).toEqual([
      '/terms/0/term must have a letter or a digit in every form',
      '/terms/1/also must have a letter or a digit in every form',
    ])
  })

  test.each([
    ['bond', 'Bond'],
    ['exchange-traded fund', 'exchange traded fund'],
    ['счёт', 'Счет'],
    ['Tahvil İhracı', 'tahvil ihracı'],
  ])('cannot share a form: %s and %s', (one, other) => {
    expect(messagesFor(term({ term: one }), term({ term: 'x', also: [other] }))).toEqual([
      `/terms/1/also "${other}" is already a form of another term of this article`,
    ])
  })

  test.each([
    [
      'too many',
      '/terms',
      Array.from({ length: 21 }, (_, index) => term({ term: `bond ${index}` })),
    ],
    ['too many forms', '/terms/0/also', [term({ also: Array.from({ length: 41 }, String) })]],
    ['a form that is too long', '/terms/0/also/0', [term({ also: ['x'.repeat(81)] })]],
    ['an empty definition', '/terms/0/definition', [term({ definition: '' })]],
    ['a field that nobody knows', '/terms/0/link', [term({ link: '/a' })]],
  ])('are refused with %s', (_name, field, terms) => {
    const draft = { title: 'A', author: 'A', body: 'A', entities: [{ category: 'a' }], terms }
    expect(reasonsAgainst(ArticleDraft, draft).map((reason) => reason.field)).toEqual([field])
  })
})

import { describe, expect, test } from 'vitest'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import { mergeEdits, type Side } from './merge-edits.ts'

const VOCABULARY = buildVocabulary(
  [{ name: 'Anna Smith', slug: 'anna-smith' }],
  [{ slug: 'bonds', fallback: 'all', children: [{ slug: 'all' }, { slug: 'loans' }] }],
  { locale: 'en_US', zone: 'Europe/Istanbul' },
)

/** As an edition has it. */
const BASE: Side = {
  slug: 'a',
  body: 'One.\n\nTwo.',
  fields: {
    title: 'Title',
    description: 'Made from the text.',
    author: 'anna-smith',
    entities: [
      { category: 'bonds', subcategories: [{ subcategory: 'all', subsubcategories: [] }] },
    ],
    publishedAt: '2026-01-01T21:00:00.000Z',
    updatedAt: '2026-01-01T21:00:00.000Z',
    takeaways: ['One.', 'Two.'],
    sources: [],
    terms: [{ term: 'bond', also: [] }],
    answer: null,
    favorite: false,
  },
}

/** The same as a person writes it. */
const FILE: Side = {
  ...BASE,
  fields: {
    title: 'Title',
    author: 'Anna Smith',
    entities: [{ category: 'bonds' }],
    publishedAt: '2026-01-02',
    takeaways: ['One.', 'Two.'],
    terms: [{ term: 'bond' }],
  },
}

const changed = (side: Side, fields: Side['fields'], others: Partial<Side> = {}): Side => ({
  ...side,
  ...others,
  fields: { ...side.fields, ...fields },
})

const merge = (file: Side, stored: Side) => mergeEdits({ file, agreed: BASE, stored }, VOCABULARY)

describe('a file and an edition that mean the same', () => {
  test('change nothing, however each is written', () => {
    expect(merge(FILE, BASE)).toEqual({ changes: new Map(), body: BASE.body, conflicts: [] })
  })
})

describe('an edit made elsewhere', () => {
  test('is written into the file where that has not changed', () => {
    const stored = changed(
      BASE,
      { title: 'Theirs', description: 'Theirs.', answer: 'Yes.', takeaways: [] },
      { slug: 'b' },
    )
    expect(merge(changed(FILE, { favorite: true }), stored)).toMatchObject({
      changes: new Map<string, unknown>([
        ['title', 'Theirs'],
        ['description', 'Theirs.'],
        ['answer', 'Yes.'],
        ['takeaways', []],
        ['slug', 'b'],
      ]),
      conflicts: [],
    })
  })

  test('of a list is put in element by element', () => {
    const file = changed(FILE, { takeaways: ['One.', 'Two.', 'Ours.'] })
    const stored = changed(BASE, { takeaways: ['Theirs.', 'Two.'] })
    expect(merge(file, stored)).toMatchObject({
      changes: new Map([['takeaways', ['Theirs.', 'Two.', 'Ours.']]]),
      conflicts: [],
    })
  })

  test('of what the file has changed to something else is a conflict', () => {
    const file = changed(FILE, { title: 'Ours', takeaways: ['Ours.', 'Two.'] }, { slug: 'c' })
    const stored = changed(BASE, { title: 'Theirs', takeaways: ['Theirs.', 'Two.'] }, { slug: 'b' })
    expect(merge(file, stored).conflicts).toEqual([
      { field: '/title', edited: '"Theirs"' },
      { field: '/takeaways', edited: '"["Theirs.","Two."]"' },
      { field: '/slug', edited: '"b"' },
    ])
  })

  test('does not take the place of a mistyped category, whose writer means another', () => {
    const file = changed(FILE, { entities: [{ category: 'bonds' }, { category: 'bnods' }] })
    const stored = changed(BASE, {
      entities: [
        { category: 'bonds', subcategories: [{ subcategory: 'loans', subsubcategories: [] }] },
      ],
    })
    expect(merge(file, stored)).toMatchObject({
      changes: new Map(),
      conflicts: [{ field: '/entities' }],
    })
  })

  test('of an author is shown with the name that files have', () => {
    const file = changed(FILE, { author: 'Somebody Else' })
    const agreed = changed(BASE, { author: 'boris' })
    expect(mergeEdits({ file, agreed, stored: BASE }, VOCABULARY).conflicts).toEqual([
      { field: '/author', edited: '"Anna Smith"' },
    ])
  })

  test('of what the file has taken out is a conflict', () => {
    const { takeaways: _, ...rest } = FILE.fields
    const stored = changed(BASE, { takeaways: ['One.', 'Two.', 'Theirs.'] })
    expect(merge({ ...FILE, fields: rest }, stored).conflicts).toMatchObject([
      { field: '/takeaways' },
    ])
    const taken = changed(BASE, { takeaways: [] })
    expect(merge(changed(FILE, { takeaways: ['One.'] }), taken).conflicts).toEqual([
      { field: '/takeaways', edited: 'nothing' },
    ])
  })

  test('leaves the later of two days of update', () => {
    const stored = changed(BASE, { updatedAt: '2026-03-01T00:00:00.000Z' })
    const changesOf = (updatedAt?: string) =>
      merge(updatedAt === undefined ? FILE : changed(FILE, { updatedAt }), stored).changes
    expect(changesOf('2026-02-01').get('updatedAt')).toBe('2026-03-01T00:00:00.000Z')
    expect(changesOf('2026-04-01').get('updatedAt')).toBe('2026-04-01')
    expect(changesOf().has('updatedAt')).toBe(false)
  })

  test('stays when the file changes again, and is a conflict where the file never had it', () => {
    const stored = changed(BASE, { title: 'Ours', answer: 'Theirs.', takeaways: ['Theirs.'] })
    const agreed = changed(FILE, { title: 'Ours' })
    const file = changed(agreed, { title: 'Ours again', takeaways: ['Ours.'] })
    const again = mergeEdits({ file, agreed, stored }, VOCABULARY)
    expect(again.conflicts).toMatchObject([{ field: '/takeaways' }])
    expect(again.changes.get('answer')).toBe('Theirs.')
    // What the file does not write stays as it is stored.
    expect(again.changes.get('description')).toBe('Made from the text.')
    expect(again.changes.has('title')).toBe(false)
    const { publishedAt: _, ...dateless } = file.fields
    const { publishedAt: _former, ...former } = agreed.fields
    const undated = { file: { ...file, fields: dateless }, agreed: { ...agreed, fields: former } }
    expect(mergeEdits({ ...undated, stored }, VOCABULARY).changes.has('publishedAt')).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import type { Side } from '../editions/merge-edits.ts'
import { baseOfFile, editionOfFile } from './base-of-file.ts'

const VOCABULARY = buildVocabulary([], [], { locale: 'en_US', zone: 'Europe/Istanbul' })

const side = (title: string, ...paragraphs: string[]): Side => ({
  slug: 'a',
  fields: { title },
  body: paragraphs.join('\n\n'),
})

const IMPORTED = side('Title', 'One.', 'Two.', 'Three.')
const FIRST = side('Title', 'One, by Anna.', 'Two, by Anna.', 'Three.')
const SECOND = side('Title', 'One.', 'Two, by Anna.', 'Three.')
const LATER = [SECOND, FIRST]

const baseOf = (file: Side, later = LATER) =>
  baseOfFile(file, { imported: IMPORTED, later }, VOCABULARY)

describe('a file that was imported', () => {
  test('comes from that import where a pull has written nothing into it', () => {
    expect(baseOf(IMPORTED)).toBe(IMPORTED)
    expect(baseOf(side('By Boris', 'One, by Boris.', 'Two.', 'Three.'))).toBe(IMPORTED)
  })

  test('comes from the edition that a pull has written, also with changes of its own', () => {
    expect(baseOf(FIRST)).toBe(FIRST)
    expect(baseOf(SECOND)).toBe(SECOND)
    expect(baseOf(side('By Boris', 'One, by Anna.', 'Two, by Anna.', 'Three.', 'Four.'))).toBe(
      FIRST,
    )
  })

  test('comes from that import where it has a part of an edition only', () => {
    expect(baseOf(side('Title', 'One, by Anna.', 'Two.', 'Three.'), [FIRST])).toBe(IMPORTED)
  })

  test('comes from the newest of those that say the same', () => {
    const again = { ...FIRST }
    expect(baseOf(FIRST, [again, SECOND, FIRST])).toBe(again)
  })

  test('does not come from an edition that says what was imported', () => {
    const back = { ...IMPORTED }
    expect(baseOf(FIRST, [back, FIRST])).toBe(FIRST)
    expect(baseOf(IMPORTED, [back, FIRST])).toBe(IMPORTED)
  })
})

describe('a file that was never imported', () => {
  test('comes from the edition with its title and most of its paragraphs', () => {
    expect(editionOfFile(FIRST, LATER)).toBe(FIRST)
    expect(editionOfFile(side('Title', 'One.', 'Two, by Anna.', 'By Boris.'), LATER)).toBe(SECOND)
  })

  test('comes from none where it has another title, or less than half of the paragraphs', () => {
    expect(editionOfFile(side('Other', 'One.', 'Two, by Anna.', 'Three.'), LATER)).toBeUndefined()
    expect(editionOfFile(side('Title', 'Three.', 'Four.'), LATER)).toBe(SECOND)
    expect(editionOfFile(side('Title', 'Three.', 'Four.', 'Five.'), LATER)).toBeUndefined()
  })
})

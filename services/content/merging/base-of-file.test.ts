import { describe, expect, test } from 'vitest'
import { buildVocabulary } from '../drafts/vocabulary.ts'
import type { Side } from '../editions/merge-edits.ts'
import { baseOfFile, editionOfFile } from './base-of-file.ts'

const VOCABULARY = buildVocabulary([], [], { locale: 'en_US', zone: 'Europe/Istanbul' })

interface NumberedSide extends Side {
  id: string
  number: number
}

const side = (title: string, ...paragraphs: string[]): NumberedSide => ({
  slug: 'a',
  fields: { title },
  body: paragraphs.join('\n\n'),
  id: '00000000-0001-4000',
  number: 1,
})

const IMPORTED = side('Title', 'One.', 'Two.', 'Three.')
const FIRST = {
  ...side('Title', 'One, by Anna.', 'Two, by Anna.', 'Three.'),
  id: '00000000-0002-4000',
  number: 2,
}
const SECOND = {
  ...side('Title', 'One.', 'Two, by Anna.', 'Three.'),
  id: '00000000-0003-4000',
  number: 3,
}
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

/** A file with the mark of a pull. */
const pulled = (mark: string | number, file: NumberedSide): NumberedSide => ({
  ...file,
  fields: { ...file.fields, pulled: mark },
})

describe('a file that a pull has marked', () => {
  test('comes from that edition, also where it has nothing of it any more', () => {
    expect(baseOf(pulled('00000000-0002', IMPORTED))).toBe(FIRST)
    expect(baseOf(pulled('00000000-0003', IMPORTED))).toBe(SECOND)
    expect(editionOfFile(pulled('00000000-0003', FIRST), LATER)).toBe(SECOND)
  })

  test('comes from what was imported since, or where there is no such edition', () => {
    const imported = { ...IMPORTED, number: 4 }
    expect(
      baseOfFile(pulled('00000000-0003', IMPORTED), { imported, later: LATER }, VOCABULARY),
    ).toBe(imported)
    // Of another article or database, or a number.
    expect(baseOf(pulled('00000000-0009', IMPORTED))).toBe(IMPORTED)
    expect(baseOf(pulled(3, IMPORTED))).toBe(IMPORTED)
    expect(editionOfFile(pulled('00000000-0003', side('Other', 'One.')), LATER)).toBeUndefined()
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

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const paragraphs = (...texts: string[]) => texts.join('\n\n')
const BASE = paragraphs('One.', 'Two.', 'Three.', 'Four.')

describe('two edits of a text', () => {
  test('of different paragraphs are both in it', () => {
    const ours = paragraphs('One, by us.', 'Two.', 'Three.', 'Four.')
    const edited = paragraphs('One.', 'Two.', 'Three.', 'Four.', 'Five, by them.')
    expect(mergeTexts(ours, BASE, edited)).toEqual({
      text: paragraphs('One, by us.', 'Two.', 'Three.', 'Four.', 'Five, by them.'),
      conflicts: [],
    })
  })

  test('of one paragraph are a conflict, with its line in our text', () => {
    const ours = paragraphs('Zero.', 'One.', 'Two, by us.', 'Three.', 'Four.')
    const edited = paragraphs('One.', 'Two, by them.', 'Three.', 'Four.')
    expect(mergeTexts(ours, BASE, edited).conflicts).toEqual([
      { line: 4, ours: 'Two, by us.', edited: 'Two, by them.', base: 'Two.' },
    ])
  })

  test('that are the same are no conflict', () => {
    const both = paragraphs('One.', 'Two, by both.', 'Three.', 'Four.')
    expect(mergeTexts(both, BASE, both)).toEqual({ text: both, conflicts: [] })
  })

  test('of a paragraph that the other has taken out are a conflict', () => {
    const ours = paragraphs('One.', 'Three.', 'Four.')
    const edited = paragraphs('One.', 'Two, by them.', 'Three.', 'Four.')
    expect(mergeTexts(ours, BASE, edited).conflicts).toHaveLength(1)
  })

  test('of which one takes out what the other moves are a conflict at its place', () => {
    const moved = paragraphs('One.', 'Two.', 'Four.', 'Three.')
    const without = paragraphs('One.', 'Two.', 'Four.')
    expect(mergeTexts(moved, BASE, without).conflicts).toEqual([
      { line: 6, ours: 'Three.', edited: '', base: 'Three.' },
    ])
    expect(mergeTexts(without, BASE, moved).conflicts).toEqual([
      { line: 0, ours: '', edited: 'Three.', base: 'Three.' },
    ])
  })

  test('keep the line ends of our text, whatever those of the other are', () => {
    const ours = paragraphs('One.', 'Two, by us.', 'Three.', 'Four.').replaceAll('\n', '\r\n')
    const edited = `${BASE}\n\nFive.`
    expect(mergeTexts(ours, BASE, edited).text).toBe(`${ours}\r\n\r\nFive.`)
  })

  test('of texts with too many equal parts are a conflict, at once', () => {
    const many = 'a\n\n'.repeat(60_000)
    const started = performance.now()
    expect(mergeTexts(`b\n\n${many}`, many, `${many}c`).conflicts).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

const words = fc.constantFrom('a', 'b', 'c', 'd', 'a b', '| x | y |', '- item')
const text = fc.array(words, { maxLength: 8 }).map((list) => list.join('\n\n'))

test('in 10,000 random texts nothing is lost: who has changed nothing gets the text of the other', () => {
  const property = fc.property(text, text, (base, other) => {
    expect(mergeTexts(other, base, base)).toEqual({ text: other, conflicts: [] })
    expect(mergeTexts(base, base, other)).toEqual({ text: other, conflicts: [] })
  })
  fc.assert(property, { numRuns: 10_000 })
})

test('in 10,000 random texts the words that both have added are in it, or in a conflict', () => {
  const at = fc.nat(8)
  const property = fc.property(text, at, at, (base, first, second) => {
    const insert = (place: number, added: string) =>
      base.split('\n\n').toSpliced(place, 0, added).join('\n\n')
    const [ours, edited] = [insert(first, 'Ours.'), insert(second, 'Theirs.')]
    const { text: merged, conflicts } = mergeTexts(ours, base, edited)
    expect(merged).toContain('Ours.')
    const told = [merged, ...conflicts.map((conflict) => conflict.edited)]
    expect(told.some((part) => part.includes('Theirs.'))).toBe(true)
  })
  fc.assert(property, { numRuns: 10_000 })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipText, fitText } from './fit-text.ts'

/** Every character is half an em wide. */
const measure = (text: string) => [...text].length / 2

/** In size 20 a line has room for 20 characters, in size 10 for 40. */
const BOX = { width: 200, height: 60, maxLines: 4, sizes: [20, 10], lineHeight: 1 }

describe('a text in a box', () => {
  test('is as large as possible', () => {
    expect(fitText('A bond', BOX, measure)).toEqual({ size: 20, lines: ['A bond'] })
    expect(fitText('one two three four '.repeat(4).trim(), BOX, measure).size).toBe(10)
  })

  test('has lines of similar length', () => {
    const { size, lines } = fitText('aaaa bbbb cccc dddd eeee', BOX, measure)
    expect({ size, lines }).toEqual({ size: 20, lines: ['aaaa bbbb cccc', 'dddd eeee'] })
  })

  test('gets smaller before a word is cut', () => {
    const word = 'a'.repeat(21)
    expect(fitText(`${word} b`, BOX, measure)).toEqual({ size: 10, lines: [`${word} b`] })
  })

  test('cuts a word that is wider than the box in every size', () => {
    const { size, lines } = fitText('a'.repeat(60), BOX, measure)
    expect({ size, lines }).toEqual({ size: 10, lines: ['a'.repeat(40), 'a'.repeat(20)] })
  })

  test('ends in an ellipsis where the box does, without a comma before it', () => {
    const text = Array.from({ length: 60 }, (_, at) => `word${at},`).join(' ')
    const { size, lines } = fitText(text, BOX, measure)
    expect(size).toBe(10)
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toMatch(/word\d+…$/)
  })

  test('may be broken after a hyphen, and never before a dash', () => {
    const hyphen = fitText('aaaaaaaaaaaa bbbbbb-ccccccccccccc', BOX, measure)
    expect(hyphen.lines).toEqual(['aaaaaaaaaaaa bbbbbb-', 'ccccccccccccc'])
    const dash = fitText('aaaaaaaaaaaaaaaaaa — bbbbb', BOX, measure)
    expect(dash.lines.every((line) => !line.startsWith('—'))).toBe(true)
  })

  test('may be empty', () => {
    expect(fitText('', BOX, measure).lines).toEqual([])
  })

  test('stays inside for any text, and is complete unless it ends in an ellipsis', () => {
    const letter = fc.constantFrom(...'aй İ ,-—/ …👍')
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 200 }), (any) => {
        const text = any.replace(/ +/g, ' ').trim()
        const { size, lines } = fitText(text, BOX, measure)
        expect(lines.length * size).toBeLessThanOrEqual(BOX.height)
        expect(lines.length).toBeLessThanOrEqual(BOX.maxLines)
        for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(BOX.width)
        const without = (one: string) => one.replaceAll(' ', '')
        const all = without(lines.join(''))
        if (all !== without(text)) {
          expect(all).toMatch(/…$/)
          expect(without(text).startsWith(all.slice(0, -1))).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

test('a text on one line ends in an ellipsis where it is too wide', () => {
  expect(clipText('Savings', 3.5, measure)).toBe('Savings')
  expect(clipText('Savings', 3, measure)).toBe('Savin…')
  expect(clipText('Savings and loans', 4.5, measure)).toBe('Savings…')
})

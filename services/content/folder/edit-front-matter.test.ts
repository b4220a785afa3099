import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { editMarkdownFile } from './edit-front-matter.ts'
import { splitMarkdownFile } from './source-text.ts'

const FILE = `---
# the title of the first edition
title: "Bonds: a guide"  # in quotes
slug: bonds
takeaways: [One., Two.]
description: >-
  A long
  description.

favorite: true
---

The text.

`

const edit = (changes: Record<string, unknown>, body?: string, file = FILE) =>
  editMarkdownFile(file, new Map(Object.entries(changes)), body)

describe('a Markdown file', () => {
  test('without changes stays byte for byte', () => {
    for (const file of [FILE, FILE.replaceAll('\n', '\r\n'), `\uFEFF${FILE}`]) {
      expect(edit({}, undefined, file)).toBe(file)
      expect(edit({}, 'The text.', file)).toBe(file)
    }
  })

  test('gets a value in place of the former one, and all else stays', () => {
    expect(edit({ title: 'Loans: all of them' })).toBe(
      FILE.replace('"Bonds: a guide"', '"Loans: all of them"'),
    )
    expect(edit({ takeaways: ['One.', 'Three.'] })).toBe(
      FILE.replace('takeaways: [One., Two.]', 'takeaways:\n  - One.\n  - Three.'),
    )
    expect(edit({ description: 'Short.' })).toBe(
      FILE.replace('>-\n  A long\n  description.\n', 'Short.\n'),
    )
  })

  test('loses a field that is taken out, and gets a new one below the others', () => {
    expect(edit({ favorite: undefined, answer: 'Yes: always.' })).toBe(
      FILE.replace('favorite: true\n', 'answer: "Yes: always."\n'),
    )
    expect(edit({ takeaways: null })).toBe(FILE.replace('takeaways: [One., Two.]\n', ''))
  })

  test('keeps the empty lines around a new text', () => {
    expect(edit({}, 'Another.\n\nAnd more.')).toBe(
      FILE.replace('The text.', 'Another.\n\nAnd more.'),
    )
  })

  test('with line ends of Windows keeps them in what is new', () => {
    const windows = FILE.replaceAll('\n', '\r\n')
    const edited = edit({ terms: [{ term: 'bond' }], description: 'Short.' }, undefined, windows)
    expect(edited).not.toMatch(/[^\r]\n/)
    expect(parse(splitMarkdownFile(edited ?? '')?.yaml ?? '')).toMatchObject({
      terms: [{ term: 'bond' }],
      description: 'Short.',
    })
  })

  test('with an empty value gets one', () => {
    const file = '---\ntitle:\nslug: a\n---\nText'
    expect(edit({ title: 'T' }, undefined, file)).toBe('---\ntitle: T\nslug: a\n---\nText')
  })

  test('that cannot be read is not edited', () => {
    expect(edit({ title: 'T' }, undefined, 'No front matter')).toBeUndefined()
    expect(edit({ title: 'T' }, undefined, '---\na: [\n---\nText')).toBeUndefined()
  })
})

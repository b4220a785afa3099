import { describe, expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

const BASE =
  '# Facts.\n- fact: a\n  is: 1\n\n- fact: b\n  from: 2026\n  is: 2\n\n- fact: c\n  is: 3\n'

const merge = (ours: string, edited: string, base = BASE, isPage = false) =>
  mergeLines({ ours, base, edited }, isPage)

describe('two files that came from one', () => {
  test('have the changes of both, each in its lines', () => {
    const ours = BASE.replace('is: 1', 'is: 10')
    const edited = BASE.replace('is: 3', 'is: 30')
    expect(merge(ours, edited)).toEqual({
      text: ours.replace('is: 3', 'is: 30'),
      conflicts: [],
    })
  })

  test('are what one side has, to the byte, where the other has changed nothing', () => {
    const edited = BASE.replaceAll('\n', '\r\n')
    expect(merge(BASE, edited).text).toBe(edited)
    expect(merge(edited, BASE).text).toBe(edited)
    expect(merge(edited, edited).text).toBe(edited)
  })

  test('have a conflict where both changed a line, or lines beside each other', () => {
    expect(merge(BASE.replace('is: 1', 'is: 5'), BASE.replace('is: 1', 'is: 6'))).toEqual({
      text: BASE.replace('is: 1', 'is: 5'),
      conflicts: [{ line: 2, ours: '  is: 5\n', edited: '  is: 6\n', base: '  is: 1\n' }],
    })
    const neighbours = merge(BASE.replace('2026', '2027'), BASE.replace('is: 2', 'is: 20'))
    expect(neighbours.conflicts).toMatchObject([{ line: 5 }])
  })

  test('keep the line ends of ours', () => {
    const ours = BASE.replace('is: 1', 'is: 10').replaceAll('\n', '\r\n')
    expect(merge(ours, BASE.replace('is: 3', 'is: 30')).text).toBe(
      BASE.replace('is: 1', 'is: 10').replace('is: 3', 'is: 30').replaceAll('\n', '\r\n'),
    )
  })

  test('are pages whose front matter is merged by lines and whose text by paragraphs', () => {
    const page = '---\ntitle: A\nslug: a\npath: /a\n---\n\nOne line\nof two.\n\nThe end.\n'
    const ours = page.replace('title: A', 'title: B').replace('The end', 'An end')
    const edited = page.replace('path: /a', 'path: /b')
    expect(merge(ours, edited, page, true)).toEqual({
      text: ours.replace('path: /a', 'path: /b'),
      conflicts: [],
    })
    const split = merge(
      page.replace('One line', 'A line'),
      page.replace('of two', 'of three'),
      page,
      true,
    )
    expect(split.conflicts).toMatchObject([{ line: 6 }])
  })
})

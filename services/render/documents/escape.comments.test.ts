import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { htmlComment } from './escape.ts'

const nodesOf = (text: string): DefaultTreeAdapterTypes.ChildNode[] =>
  parseFragment(`<p>before</p>${htmlComment(text)}<p>after</p>`).childNodes

test('a comment is written unchanged', () => {
  expect(htmlComment('b31f9a-2c')).toBe('<!--b31f9a-2c-->')
})

test.each([
  '-->x',
  '--!>x',
  '>x',
  '->x',
  '-',
  '--',
  '---',
  'x-',
  'x--',
  '<!--',
  'x<!--y',
  '--><script>alert(1)</script>',
  '--!><img src=x onerror=alert(1)>',
  '!',
  '[if IE]><script>alert(1)</script><![endif]',
])('%j does not change where its comment ends', (text) => {
  expect(nodesOf(text).map(({ nodeName }) => nodeName)).toEqual(['p', '#comment', 'p'])
})

test('no text changes where a comment ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('-', '>', '<', '!', '--', '-->', 'x', ' ', '\n', '\0')),
      fc.string({ unit: 'binary' }),
      (parts, text) => {
        for (const hostile of [parts.join(''), text + parts.join(''), parts.join('') + text]) {
          expect(nodesOf(hostile).map(({ nodeName }) => nodeName)).toEqual(['p', '#comment', 'p'])
        }
      },
    ),
  )
})

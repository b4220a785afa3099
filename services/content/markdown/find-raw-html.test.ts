import { describe, expect, test } from 'vitest'
import { findRawHtml } from './find-raw-html.ts'

describe('raw HTML', () => {
  test.each([
    ['a tag in a line', 'one\ntwo <b>three\nfour', [{ line: 1, html: '<b>' }]],
    ['a block', 'one\n\n<div class="x">\ntwo\n</div>', [{ line: 2, html: '<div class="x">' }]],
    ['a comment', '<!-- a\nb -->', [{ line: 0, html: '<!-- a' }]],
    ['a tag in a list', '- one\n- two\n  <br>', [{ line: 2, html: '<br>' }]],
    ['a tag at the end', 'one\n\n<div', [{ line: 2, html: '<div' }]],
    ['a tag with a slash', 'one <br/> two', [{ line: 0, html: '<br/>' }]],
    ['a tag in a table', '| a |\n|---|\n| <i> |', [{ line: 2, html: '<i>' }]],
    [
      'tags of two lines',
      'a <b\nc="d"> e\n<i>',
      [
        { line: 0, html: '<b' },
        { line: 2, html: '<i>' },
      ],
    ],
  ])('is found in %s', (_name, source, found) => {
    expect(findRawHtml(source)).toEqual(found)
  })

  test.each([
    'one < two > three',
    '5 <6',
    'an address <https://www.example.org/a>, <a@example.org>',
    'a number [5%](<calc: 1 / 20>), an input [5%](<input: rate, 0% to 15%>)',
    '`<b>` in code',
    '```html\n<b>x</b>\n```',
    '    <b>indented</b>',
    '\\<b>',
    '&lt;b&gt;',
  ])('is not found in %j', (source) => {
    expect(findRawHtml(source)).toEqual([])
  })
})

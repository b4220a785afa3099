import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const outline = (source: string) => renderMarkdown(source, 'Title', 'en_US').outline

describe('the outline of a text', () => {
  test('has the lines of headings, and their levels as written', () => {
    const source = 'Text\n\n# One\n\n> ### Two {#second}\n\nThree\n---\n\n##'
    expect(outline(source).headings).toEqual([
      { line: 2, level: 1, text: 'One', id: 'one' },
      { line: 4, level: 3, text: 'Two', id: 'second' },
      { line: 6, level: 2, text: 'Three', id: 'three' },
      { line: 9, level: 2, text: '', id: expect.any(String) },
    ])
  })

  test('has the line of each link', () => {
    const source = `A [first](/a
"title") and
\`code
of two lines\` and [second](/b), [third
of two](/c) and [fourth][d],
![image](/e.png)

| Head |
|------|
| no   |
| [cell](/f) |

- point
  [deep](/g)

[d]: /d`
    expect(outline(source).links).toEqual([
      { line: 0, address: '/a', text: 'first' },
      { line: 3, address: '/b', text: 'second' },
      { line: 4, address: '/c', text: 'third of two' },
      { line: 4, address: '/d', text: 'fourth' },
      { line: 10, address: '/f', text: 'cell' },
      { line: 13, address: '/g', text: 'deep' },
    ])
    expect(outline(source).images).toEqual([
      { line: 5, address: '/e.png', alt: 'image', title: '', isFigure: false },
    ])
  })

  test('uses the text of an image for its link', () => {
    expect(outline('[![what it shows](/a.png)](/b)').links).toEqual([
      { line: 0, address: '/b', text: 'what it shows' },
    ])
  })

  test('has the header rows of tables', () => {
    expect(outline('a\n\n| **B** |  |\n|---|---|\n| c | d |').tables).toEqual([
      { line: 2, heads: ['B', ''], overfull: [], options: {}, mistakes: [] },
    ])
  })

  test('keeps the text of sentences', () => {
    const source = '## No\n\nOne *two*\nthree.\n\n- Four.\n\n| no |\n|---|\n\n```\nno\n```'
    expect(outline(source).prose.map(({ text }) => text)).toEqual(['One two three.', 'Four.'])
  })

  test('takes linear time for thousands of links in one paragraph', () => {
    const source = '[a](/a)\n[b][b]\n'.repeat(5_000)
    const started = performance.now()
    expect(outline(`${source}\n[b]: /b`).links).toHaveLength(10_000)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

test.each([
  ['One\nis [15%](calc: fee / bill) of it.', 1],
  ['The fee is [$30](fact: late-fee).', 0],
  ['![A stub](/pictures/stub.svg “A stub. — Drawing: us”)', 0],
  [': Growth {#growth chart=lines\n\n| A | B |\n|---|---|\n| 1 | 2 |', 0],
])('of %j is said that readers would see markup', (text, line) => {
  expect(renderMarkdown(text, 'Title', 'en_US').outline.leftovers).toMatchObject([{ line }])
})

test('markup in code, and what only looks like it, is none', () => {
  const text = '`[15%](calc: fee / bill)` and {see below}, [a] (b), f(x) {# }'
  expect(renderMarkdown(text, 'Title', 'en_US').outline.leftovers).toEqual([])
})

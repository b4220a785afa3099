import { expect, test } from 'vitest'
import { insertFactValue } from './insert-fact-value.ts'

const VALUE = { from: '2026-11-20', is: '4.49%' }
const insert = (text: string) => insertFactValue(text, 'rate', VALUE)

const head = `# All that is right for a time.

- fact: other   # stays
  title: 'Other'
  values: [ {from: 2020-01-01, is: "$1"} ]
- fact: rate
  title: "A rate"   # of the day
  values:
`
const tail = `
  # Ends the fact.

- fact: last
  values:
    - { from: 2020-01-01, is: $2 }
`

test.each([
  [
    'fields on lines of their own',
    '    - from: 2026-10-01\n      is: "4.40%"   # announced\n',
    '    - from: 2026-11-20\n      is: "4.49%"\n',
  ],
  [
    'braces on one line',
    '    - { from: 2026-10-01, is: "4.40%" } # announced\n',
    '    - { from: 2026-11-20, is: "4.49%" }\n',
  ],
  [
    'a wide gap, and a source of its own',
    "  -   from: 2026-10-01\n      is: '4.40%'\n      source:\n        title: T # of it\n        url: https://www.example.org/\n",
    '  -   from: 2026-11-20\n      is: "4.49%"\n',
  ],
  [
    'a value on lines below its name',
    '    - from: 2026-10-01\n      is: >-\n        4.40%\n',
    '    - from: 2026-11-20\n      is: "4.49%"\n',
  ],
  [
    'comments on it below',
    '    - from: 2026-10-01\n      is: "4.40%"\n      # Until the next\n     # meeting.\n',
    '    - from: 2026-11-20\n      is: "4.49%"\n',
  ],
])('a value is written as the one before is: %s', (_, last, added) => {
  expect(insert(head + last + tail)).toBe(head + last + added + tail)
  // Also where nothing follows, with a last line that ends and one that does not.
  expect(insert(head + last)).toBe(head + last + added)
  expect(insert((head + last).trimEnd())).toBe(`${(head + last).trimEnd()}\n${added.trimEnd()}`)
  const dos = (text: string) => text.replaceAll('\n', '\r\n')
  expect(insert(dos(head + last + tail))).toBe(dos(head + last + added + tail))
})

test('a value goes between brackets, before a comma and a comment that stand there', () => {
  const text = (added: string) =>
    `- fact: rate\n  values: [{ from: 2026-10-01, is: "4.40%" }${added}, # last\n  ]\n- fact: other\n  values: []\n`
  expect(insert(text(''))).toBe(text(', { from: 2026-11-20, is: "4.49%" }'))
})

test.each([
  ['no such fact', '- fact: other\n  values:\n    - { from: 2026-10-01, is: "4.40%" }\n'],
  [
    'two facts with the name',
    '- &a\n  fact: rate\n  values:\n    - { from: 2026-10-01, is: "1" }\n- *a\n',
  ],
  ['no values', '- fact: rate\n  values: []\n'],
  ['no YAML', '- fact: rate\n  values: [}\n'],
  ['no list', 'rate: 4.40%\n'],
  [
    'values that another fact shares',
    '- fact: rate\n  values: &v\n    - { from: 2026-10-01, is: "4.40%" }\n- fact: other\n  values: *v\n',
  ],
  [
    'values of another fact',
    '- fact: other\n  values: &v\n    - { from: 2026-10-01, is: "4.40%" }\n- fact: rate\n  values: *v\n',
  ],
  [
    'a last value with an anchor',
    '- fact: rate\n  values:\n    - &v { from: 2026-10-01, is: "4.40%" }\n',
  ],
  [
    'a hyphen on a line of its own',
    '- fact: rate\n  values:\n    -\n      from: 2026-10-01\n      is: "4.40%"\n',
  ],
])('nothing is written into a file with %s', (_, text) => {
  expect(insert(text)).toBeUndefined()
})

test('a blank that does not break, and quotation marks, come back as they are', () => {
  const text = '- fact: rate\n  values:\n    - { from: 2026-10-01, is: "4,40\u00a0%" }\n'
  const written = insertFactValue(text, 'rate', {
    from: '2026-11-20',
    is: '4,49\u00a0% "of it" \\',
  })
  expect(written).toBe(`${text}    - { from: 2026-11-20, is: "4,49\u00a0% \\"of it\\" \\\\" }\n`)
})

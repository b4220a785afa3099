import { describe, expect, test } from 'vitest'
import { parseJsonFile, parseMarkdownFile, parseYamlFile } from './source-text.ts'

const FILE = 'articles/en_US/a.md'
const ARTICLE = `---
title: A bond
entities:
  - category: expert-advice
    subcategories:
      - subcategory: market-trends
---

# Text

---

More text.
`

describe('parseMarkdownFile', () => {
  test('separates front matter and text', () => {
    const source = parseMarkdownFile(FILE, ARTICLE)

    expect(source.problems).toEqual([])
    expect(source.value).toEqual({
      title: 'A bond',
      entities: [{ category: 'expert-advice', subcategories: [{ subcategory: 'market-trends' }] }],
    })
    expect(source.body.trim()).toBe('# Text\n\n---\n\nMore text.')
  })

  test.each([
    ['a field', '/title', 2],
    ['a field deep inside', '/entities/0/subcategories/0/subcategory', 6],
    ['what a missing field is missing from', '/entities/0/nothing', 4],
    ['the whole, where nothing of a field is there', '/author', 2],
    ['the text', '/body', 8],
  ])('finds the line of %s', (_name, field, line) => {
    const problems = parseMarkdownFile(FILE, ARTICLE).locate([{ field, message: 'is wrong' }])

    expect(problems).toEqual([
      {
        file: FILE,
        line,
        code: 'E-SCHEMA',
        message: `${field.slice(1).replaceAll('/', '.')} is wrong`,
      },
    ])
  })

  test('reads a file with Windows line breaks like any other', () => {
    const windows = parseMarkdownFile(FILE, `\uFEFF${ARTICLE.replaceAll('\n', '\r\n')}`)

    expect(windows.problems).toEqual([])
    expect(windows.value).toEqual(parseMarkdownFile(FILE, ARTICLE).value)
    const [place] = windows.locate([{ field: '/entities/0/category', message: 'is wrong' }])
    expect(place?.line).toBe(4)
    expect(windows.locate([{ field: '/body', message: 'is wrong' }])[0]?.line).toBe(8)
  })

  test.each([
    ['nothing', ''],
    ['no front matter', '# Text\n'],
    ['front matter that does not begin at once', '\n---\ntitle: A\n---\n'],
    ['front matter without an end', '---\ntitle: A\n\nText\n'],
  ])('refuses a file with %s', (_name, text) => {
    expect(parseMarkdownFile(FILE, text).problems).toEqual([
      {
        file: FILE,
        line: 1,
        code: 'E-SCHEMA',
        message: expect.stringContaining('must begin with front matter'),
      },
    ])
  })

  test('says on which line YAML breaks [A16]', () => {
    const { value, problems } = parseMarkdownFile(FILE, '---\ntitle: A\nauthor: "B\n---\nText\n')

    expect(value).toBeUndefined()
    expect(problems).toEqual([
      {
        file: FILE,
        line: expect.any(Number),
        code: 'E-SCHEMA',
        message: expect.stringMatching(/^is not valid YAML/),
      },
    ])
    expect([3, 4]).toContain(problems[0]?.line)
  })

  test('reads dates and words that look like booleans as strings', () => {
    const { value } = parseMarkdownFile(FILE, '---\nat: 2025-03-04\nanswer: yes\nno: on\n---\n')

    expect(value).toEqual({ at: '2025-03-04', answer: 'yes', no: 'on' })
  })
})

describe('parseYamlFile', () => {
  test('reports every mistake with its line', () => {
    const { problems } = parseYamlFile('site.yaml', 'a: 1\na: 2\nb: 1\nb: 2\n')

    expect(problems.map(({ line }) => line)).toEqual([2, 4])
    expect(problems[0]?.message).toContain('unique')
  })

  test.each([
    ['refers to another place', 'a: &text long\nb: *text\n', '*text must be written out'],
    ['refers to nothing', 'a: 1\nb: *text\n', '*text'],
    ['makes up types', 'a: 1\nb: !secret x\n', 'is not valid YAML'],
  ])('refuses YAML that %s', (_name, text, message) => {
    const { value, problems } = parseYamlFile('site.yaml', text)

    expect(value).toBeUndefined()
    expect(problems[0]).toEqual({
      file: 'site.yaml',
      line: 2,
      code: 'E-SCHEMA',
      message: expect.stringContaining(message),
    })
  })

  test('refuses a document with exponential aliases at once', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
    )
    const bomb = ['l0: &l0 [x]', ...levels].join('\n')

    expect(parseYamlFile('site.yaml', bomb).problems[0]?.line).toBe(2)
  })
})

describe('a file that is too large', () => {
  test.each([
    ['brackets', '['.repeat(100_000)],
    ['brackets that end', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['lists', '- '.repeat(20_000)],
  ])('%s nested in one another are a mistake like any other', (_name, text) => {
    const { value, problems } = parseYamlFile('site.yaml', text)
    expect(value).toBeUndefined()
    expect(problems).toEqual([
      { file: 'site.yaml', line: 1, code: 'E-SCHEMA', message: 'is nested too deep to be read' },
    ])
  })

  test('reports its first hundred mistakes, and how many more there are', () => {
    const { problems } = parseYamlFile('site.yaml', 'a: 1\n'.repeat(251))
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)).toMatchObject({ line: 102, message: 'and 150 more mistakes' })
  })
})

describe('parseJsonFile', () => {
  const TEXT = '{\n\t"a": {\n\t\t"/b/~c": ["x", "\\ud83d\\ude00"]\n\t}\n}\n'

  test('reads JSON with line numbers', () => {
    const source = parseJsonFile('ads.json', TEXT)

    expect(source.problems).toEqual([])
    expect(source.value).toEqual({ a: { '/b/~c': ['x', '😀'] } })
    expect(source.locate([{ field: '/a/~1b~1~0c/1', message: 'is wrong' }])).toEqual([
      { file: 'ads.json', line: 3, code: 'E-SCHEMA', message: 'a./b/~c.1 is wrong' },
    ])
  })

  test.each([
    ['a comma too many', '{"a": [1,\n2,]}', 1],
    ['YAML that is no JSON', 'a: 1', 1],
    ['an end that is missing', '{"a":\n [1,\n 2', 3],
    ['a name that stands twice', '{"a": 1,\n"a": 2}', 2],
  ])('refuses %s', (_name, text, line) => {
    const { value, problems } = parseJsonFile('ads.json', text)

    expect(value).toBeUndefined()
    expect(problems).toEqual([
      {
        file: 'ads.json',
        line,
        code: 'E-SCHEMA',
        message: expect.stringMatching(/^is not valid JSON: /),
      },
    ])
  })
})

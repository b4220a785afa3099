import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePlainYaml } from './plain-yaml.ts'
import { parseYamlFile } from './source-text.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content/articles')

/** What the parser says: the value, or `undefined` where it finds a mistake. */
const parsed = (yaml: string) => parseYamlFile('a.yaml', yaml).value

/** Pieces that mean something in YAML, beside those that do not. */
const PIECES = [
  ...['a', 'b', 'key', 'Bond', 'true', 'null', 'True', '~', 'é', 'ё', ' ', '  ', '\n', '\n  '],
  ...['\n- ', '\n  - ', '\n    - ', ': ', ':', '- ', '-', '?', ', ', ',', '[', ']', '[]', '{', '}'],
  ...['"', "'", '#', ' #', '&', '*', '!', '|', '>', '%', '@', '`', '\\', '\t', '\r\n', '\u00a0'],
  ...['0', '7', '12', '0x1', '1e3', '.5', '1.5', '-', '+', '_', '2025-01-02', 'T10:00:00Z', '<<'],
  ...['\u2028', '\u0085', '\ufeff', '...', '---', 'x: y', 'list:', '$5', '(k)', '=', '\ud800'],
]

const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((all) => all.join(''))
const anyValue = fc.oneof(
  anyText,
  fc.constantFrom('A bond', '"A: bond"', "'a'", '[a, b c]', '12', 'true', '2025-01-02', '[]'),
)
const anyIndent = fc.constantFrom('', '', '  ', '    ', '- ', '  - ', '    - ')
const anyKey = fc.constantFrom('a', 'b', 'title', 'list', 'null', 'constructor')
const anyLine = fc.tuple(
  anyIndent,
  fc.oneof(
    fc.tuple(anyKey, anyValue).map(([key, value]) => `${key}: ${value}`),
    anyKey.map((key) => `${key}:`),
    anyValue,
  ),
)
const anyYaml = fc
  .array(anyLine, { minLength: 1, maxLength: 6 })
  .map((lines) => `${lines.map((parts) => parts.join('')).join('\n')}\n`)

describe('plain YAML', () => {
  test('is read as the parser reads it, or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyYaml), (yaml) => {
        const plain = parsePlainYaml(yaml)
        return plain === undefined || isDeepStrictEqual(plain, parsed(yaml))
      }),
      { numRuns: 3_000 },
    )
  })

  test('is what the front matter of nearly all our articles is', async () => {
    const names = (await readdir(CONTENT, { recursive: true })).filter((name) =>
      name.endsWith('.md'),
    )
    let plain = 0
    for (const name of names) {
      const text = await readFile(path.join(CONTENT, name), 'utf8')
      const yaml = text.slice(4, text.indexOf('\n---\n') + 1)
      const value = parsePlainYaml(yaml)
      if (value === undefined) continue
      plain++
      expect(value, name).toStrictEqual(parsed(yaml))
    }
    expect(plain / names.length).toBeGreaterThan(0.95)
  })

  test.each([
    ['a comment', 'title: A # bond\n'],
    ['a text of two lines', 'title: A\n  bond\n'],
    ['a text in quotes with an escape', 'title: "A \\"bond\\""\n'],
    ['a number with a fraction', 'rank: 1.5\n'],
    ['a name twice', 'title: A\ntitle: B\n'],
    ['a name of an alias', 'title: *a\n'],
    ['a block', 'title: |\n  A\n'],
    ['a map on one line', 'entities: [{ category: a }]\n'],
    ['line breaks of Windows', 'title: A\r\n'],
    ['a key without a value', 'title:\n'],
    ['nothing', ''],
    [
      'many levels',
      `a:\n${Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level + 1)}a:\n`).join('')}`,
    ],
  ])('leaves %s to the parser', (_name, yaml) => {
    expect(parsePlainYaml(yaml)).toBeUndefined()
  })
})

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { makeLean } from './lean-states.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')

const SAMPLE = `# A *title* {#id}

> - One **two** [three *four*](/five "six") ![seven](/eight)
>   \`nine\` <https://ten.example> eleven@twelve.example \\* &amp;

| a | b |
|---|--:|
| ~~c~~ | ***d** e* |

[five]: /six
[five] [![six](/seven)][five] **not closed

    code
`

const read = async (file: string) => await readFile(path.join(CONTENT, file), 'utf8')

test('tokens and HTML are those of the package', async () => {
  const options = { html: false, linkify: true }
  const plain = MarkdownIt(options)
  const lean = MarkdownIt(options)
  makeLean(lean)
  const names = (await readdir(CONTENT, { recursive: true })).filter((name) => name.endsWith('.md'))
  expect(names.length).toBeGreaterThan(100)
  for (const text of [SAMPLE, ...(await Promise.all(names.map(read)))]) {
    const [wanted, found] = [plain, lean].map((markdown) => markdown.parse(text, {}))
    expect(sorted(found)).toBe(sorted(wanted))
    expect(lean.render(text)).toBe(plain.render(text))
  }
})

/** As JSON, whatever the order of their fields is. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

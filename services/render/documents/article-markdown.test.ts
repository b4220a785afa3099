import { expect, test } from 'vitest'
import { buildArticle, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { pathAtMarkdownAddress, renderArticleMarkdown } from './article-markdown.ts'

const render = (markdown: string, more: Parameters<typeof buildArticle>[0] = {}) => {
  const text = renderArticleMarkdown({
    page: buildArticle(more),
    markdown,
    shell: buildShell(),
    siteUrl: 'https://finlore.example',
  })
  const [, front = '', rest = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? []
  return { facts: readFacts(front), rest }
}

/** Parses YAML whose values are JSON, and so unambiguous. */
function readFacts(front: string): Record<string, unknown> {
  const facts: Record<string, unknown> = {}
  for (const field of front.split(/\n(?! )/)) {
    const [, name = '', value = ''] = /^([a-zA-Z]+): ?(.*)$/s.exec(field) ?? []
    const items = value.split(/^ {2}- /m).slice(1)
    facts[name] = value.startsWith('\n') ? items.map((item) => JSON.parse(item)) : JSON.parse(value)
  }
  return facts
}

test('has the metadata of the article, with any characters escaped, and its text', () => {
  const { facts, rest } = render('Text.\n\n## More', {
    title: 'Rates: "up" # or *down*?',
    provenance: 'assisted',
    takeaways: ['One: two', '- three'],
    sources: [{ title: 'A: b', url: 'https://source.example/' }],
  })

  expect(facts).toMatchObject({
    title: 'Rates: "up" # or *down*?',
    url: 'https://finlore.example/articles/article-1',
    language: 'en-US',
    author: 'Eleanor Whitcombe',
    provenance: 'assisted',
    takeaways: ['One: two', '- three'],
    sources: [{ title: 'A: b', url: 'https://source.example/' }],
  })
  // A fact that is not known is left out.
  expect(facts).not.toHaveProperty('reviewedBy')
  expect(rest).toBe('# Rates: "up" \\# or \\*down\\*?\n\nText.\n\n## More\n')
})

test('links to pages of the site become absolute; all others stay', () => {
  const { rest } = render(
    'See [a](/articles/a "title"), [b](</terms>), [c][1], [d](https://x.example/), [e](#e), [f](//x.example).\n\n[1]: /authors',
  )

  expect(rest).toContain(
    'See [a](https://finlore.example/articles/a "title"), [b](<https://finlore.example/terms>), [c][1], [d](https://x.example/), [e](#e), [f](//x.example).\n\n[1]: https://finlore.example/authors',
  )
})

test.each([
  ['/articles/a-1.md', '/articles/a-1'],
  ['/articles/A.md', undefined],
  ['/articles/a/b.md', undefined],
  ['/articles/.md', undefined],
  ['/authors/a.md', undefined],
])('%s is the Markdown form of %s', (address, path) => {
  expect(pathAtMarkdownAddress(address)).toBe(path)
})

test('leads from a link to a source to the page of that source', () => {
  const { rest } = render('As [the FTC](source:ftc) says, and [nobody](source:none).', {
    sources: [{ title: 'FTC', url: 'https://ftc.example/a', key: 'ftc' }],
  })
  expect(rest).toContain('As [the FTC](<https://ftc.example/a>) says')
  expect(rest).not.toContain('](source:')
})

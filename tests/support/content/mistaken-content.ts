import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Content folders for tests of lint: one without a mistake, one with every error and one with every
 * warning. A line that ends in `⟵ CODE` is where that code is expected; the mark is not written.
 */

/** By path, relative to the content folder. */
export type Files = Readonly<Record<string, string>>

export interface ExpectedProblem {
  file: string
  line: number
  code: string
}

export interface MadeFolder {
  folder: string
  /** In the order of files and lines. */
  expected: ExpectedProblem[]
  dispose(): Promise<void>
}

const MARK = /\s*⟵ (\S+)$/

/** The clean folder with these files in addition or instead. */
export async function makeFolder(files: Files = {}): Promise<MadeFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-lint-'))
  const expected: ExpectedProblem[] = []
  for (const [file, text] of Object.entries({ ...CLEAN, ...files })) {
    const lines = text.split('\n').map((line, index) => {
      const code = MARK.exec(line)?.[1]
      if (code !== undefined) expected.push({ file, line: index + 1, code })
      return line.replace(MARK, '')
    })
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), lines.join('\n'))
  }
  expected.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
  return { folder, expected, dispose: () => rm(folder, { recursive: true, force: true }) }
}

/** Enough words, and easy ones. */
const PROSE = Array(18)
  .fill('The money that you keep for a rainy day must be at hand when it rains.')
  .join(' ')

/** A description of the right length. */
const about = (what: string) =>
  `This text says all that there is to say about ${what}, in words that anybody knows.`

const FRONT_MATTER: Readonly<Record<string, (slug: string) => string>> = {
  title: (slug) => `title: About ${slug}`,
  slug: (slug) => `slug: ${slug}`,
  description: (slug) => `description: ${about(slug)}`,
  author: () => 'author: Author 1',
  publishedAt: () => 'publishedAt: 2026-01-01T00:00:00Z',
  provenance: () => 'provenance: human',
  entities: () => 'entities:\n  - category: expert-advice',
  sources: () => 'sources:\n  - title: A source\n    url: https://www.example.org/source',
}

/** @param lines of the front matter that are not as they should be; an empty one is left out */
function article(slug: string, lines: Readonly<Record<string, string>> = {}, body = ''): string {
  const fields = Object.entries(FRONT_MATTER).map(([name, line]) => lines[name] ?? line(slug))
  return ['---', ...fields.filter((line) => line !== ''), '---', '', PROSE, '', body, ''].join('\n')
}

const author = (number: number) => `- name: Author ${number}
  slug: author-${number}
  description: Somebody who writes.
  meta_title: What author ${number} writes
  meta_description: ${about(`author ${number}`)}
`
const authors = (count: number) =>
  Array.from({ length: count }, (_, index) => author(index + 1)).join('')

const PAGES =
  'home authors facts tools guides corrections saved about-us privacy-policy terms sitemap not-found search'.split(
    ' ',
  )

const infoPage = (slug: string, pathLine: string, body: string) =>
  `---\ntitle: ${slug}\nslug: ${slug}\n${pathLine}\nupdatedAt: 2026-01-01T00:00:00Z\n---\n\n${body}\n`

const CATEGORIES = `- slug: expert-advice
  title: Expert advice
  description: ${about('expert advice')}
  fallback: other-expert-advice
  dictionary: true
  children:
    - slug: market-trends
      description: ${about('market trends')}
    - slug: other-expert-advice
      title: Other expert advice
      description: ${about('other advice')}
`

const CLEAN: Files = {
  'site.yaml': `key: test
constants: { topNotch: 4, pageSize: 12, favorites: 4, more: 4, perCategoryOnHome: 2 }
contacts: { email: null, youtube: null, facebook: null, instagram: null }
locales:
  en_US: { title: Test, tagline: A test, disclaimer: Only a test, address: 'https://test.example' }
  ru_RU: { title: Test, tagline: A test, disclaimer: Only a test }
  tr_TR: { title: Test, tagline: A test, disclaimer: Only a test }
`,
  'categories/en_US.yaml': CATEGORIES,
  'authors/en_US.yaml': authors(40),
  'page-seo/en_US.yaml': PAGES.map(
    (name) => `${name}:\n  title: The page ${name}\n  description: ${about(`the page ${name}`)}\n`,
  ).join(''),
  'info/en_US/about-us.md': infoPage('about-us', 'path: /info/about-us', '## Our rules\n\nText.'),
  'articles/en_US/clean.md': article(
    'clean',
    {},
    `## First part {#part}

Everything [that a text](/articles/other#how-it-ends) may lead to: [home](/), [a part](#part), [the
rules](/info/about-us#our-rules), [a list](/expert-advice/market-trends), [its
letters](/expert-advice/letters/a), [a name](/authors/author-3), [a feed](/expert-advice/feed.atom),
[itself](https://test.example/articles/clean), [found](/search?q=money), [another
site](https://www.example.org/), [a letter](mailto:a@example.org) and [by reference][there].

[there]: ../authors "Authors"

### A part of the part

\`<b>\` is code, and 2 < 3 > 1. ![A chart](/logo.svg)

\`\`\`html
<p>[nowhere](/nowhere)</p>
\`\`\`

|  | Price |
|---|---|
| Bond | 100 |
`,
  ),
  'articles/en_US/other.md': article(
    'other',
    { provenance: 'provenance: human\ntranslationKey: one-subject' },
    '## How it ends\n\nWell.',
  ),
}

/** @param first the first line of the second fact, and what it has besides */
const facts = (first: string, value: string) => `- fact: a-limit
  title: A limit
  source: { title: Test, url: https://www.example.org/limit }
  values:
    - { from: 2025-01-01, is: $100 }
- ${first}
  title: Another limit
  source: { title: Test, url: https://www.example.org/limit }
  values:
    - ${value}
`

/** Every error, each once; those of the database apart. */
export const ERRORS: Files = {
  'facts/en_US.yaml': facts(
    'fact: an-old-limit ⟵ E-FACT-EXPIRED',
    '{ from: 2025-01-01, is: $100, until: 2025-12-31 }',
  ),
  'articles/en_US/e-year-over.md': article('e-year-over', {
    provenance: 'provenance: human\nvalidFor: 2025 ⟵ E-YEAR-OVER',
  }),
  'articles/en_US/e-fact.md': article(
    'e-fact',
    {},
    'The limit was [$100](fact:a-limit@2025), and is\n[$90](fact:a-limit). ⟵ E-FACT',
  ),
  'authors/en_US.yaml': authors(501)
    .replace('Author 1\n', 'Author 1 ⟵ E-ROSTER\n')
    .replace('author-2\n', 'author-2\n  portrait: no-such.png ⟵ E-PORTRAIT\n'),
  'info/en_US/terms.md': infoPage('terms', 'path: /search/terms ⟵ E-RESERVED', 'Text.'),
  'articles/en_US/e-anchor.md': article(
    'e-anchor',
    {},
    'Some words\nand [a link\nof two lines](/articles/other#how-it-begins) ⟵ E-ANCHOR\nand more',
  ),
  'articles/en_US/e-date-future.md': article('e-date-future', {
    publishedAt: 'publishedAt: 2031-01-01 ⟵ E-DATE-FUTURE',
  }),
  'articles/en_US/e-date-order.md': article('e-date-order', {
    provenance: 'provenance: human\nupdatedAt: 2025-12-31 ⟵ E-DATE-ORDER',
  }),
  'articles/en_US/e-date-start.md': article('e-date-start', {
    publishedAt: 'publishedAt: 2024-11-06T23:59:59Z ⟵ E-DATE-START',
  }),
  'articles/en_US/e-dup-slug.md': article('e-dup-slug', { slug: 'slug: clean ⟵ E-DUP-SLUG' }),
  'articles/en_US/e-html.md': article(
    'e-html',
    {},
    '- A point\n\n  of a list,<br> ⟵ E-HTML\n  with a line break',
  ),
  'articles/en_US/e-markup.md': article(
    'e-markup',
    {},
    'It costs\n[15%](calc: 3 / 20) of it. ⟵ E-MARKUP',
  ),
  'articles/en_US/e-image-host.md': article(
    'e-image-host',
    {},
    'See\n![A chart](https://a.example/a.png) ⟵ E-IMAGE-HOST',
  ),
  'articles/en_US/e-image.md': article(
    'e-image',
    {},
    '![A stub](/pictures/stub.svg "A stub.") ⟵ E-IMAGE',
  ),
  'pictures/stub.svg': '<svg viewBox="0 0 9 9"></svg>',
  'pictures/large.svg': `<svg viewBox="0 0 9 9"> ⟵ E-IMAGE-SIZE\n<!--${'x'.repeat(205_000)}--></svg>`,
  'articles/en_US/e-link-int.md': article(
    'e-link-int',
    {},
    '| Where |\n|---|\n| [clean](/articles/clean) |\n| [there](/articles/cleen) | ⟵ E-LINK-INT',
  ),
  'articles/en_US/e-no-entity.md': article('e-no-entity', {
    title: 'title: About e-no-entity ⟵ E-NO-ENTITY',
    entities: '',
  }),
  'articles/en_US/e-sum.md': article(
    'e-sum',
    {},
    '| Years | Owned |\n|---|---:|\n| 20 years | [$26,533](<calc: 10000 * 1.05 ^ row>) |\n| 21 years | [$27,000](<calc: 10000 * 1.05 ^ row>) | ⟵ E-SUM',
  ),
  'articles/en_US/e-formula.md': article(
    'e-formula',
    {},
    'Costs [$5](<calc: 4 + 1>)\nand [$5](<calc: 4 + one>) ⟵ E-FORMULA',
  ),
  'articles/en_US/e-input.md': article(
    'e-input',
    {},
    'Of [$5](<input: price, 5 to 10>)\nand [$10](<input: price, 5 to 10>) ⟵ E-INPUT',
  ),
  'articles/en_US/e-repeat.md': article(
    'e-repeat',
    {},
    `${'a'.repeat(60)}\n\n${'b'.repeat(59)}\n\n- ${'b'.repeat(59)}\n- ${'a'.repeat(60)} ⟵ E-REPEAT`,
  ),
  'articles/en_US/e-schema.md': article('e-schema', { sources: 'source: none ⟵ E-SCHEMA' }),
  'articles/en_US/e-slug.md': article('e-slug', { slug: 'slug: E slug ⟵ E-SLUG' }),
  'articles/en_US/e-source.md': article(
    'e-source',
    {},
    'As [the FTC](source:ftc) says. ⟵ E-SOURCE',
  ),
  'articles/en_US/e-table.md': article(
    'e-table',
    {},
    'A table.\n\n: Rates {#Rates}\n\n| a | b | ⟵ E-TABLE\n|---|---|\n| 1 | 2 |',
  ),
  'articles/en_US/e-chart.md': article(
    'e-chart',
    {},
    'A table.\n\n: Rates {#rates chart=bars}\n\n| a | b | ⟵ E-CHART\n|---|---|\n| 1 | 2 |',
  ),
  'articles/en_US/e-unknown-author.md': article('e-unknown-author', {
    author: 'author: Autor 1 ⟵ E-UNKNOWN-AUTHOR',
  }),
  'articles/en_US/e-unknown-cat.md': article('e-unknown-cat', {
    entities: 'entities:\n  - category: expert-advise ⟵ E-UNKNOWN-CAT',
  }),
  'articles/en_US/e-unknown-sub.md': article('e-unknown-sub', {
    entities:
      'entities:\n  - category: expert-advice\n    subcategories:\n      - subcategory: etfs ⟵ E-UNKNOWN-SUB',
  }),
}

const LONG_WORDS = Array(50)
  .fill('Internationalization necessitates considerable institutional organizational complexity.')
  .join(' ')

/** Every warning, each once; those on addresses of other sites apart. */
export const WARNINGS: Files = {
  'facts/en_US.yaml': facts(
    'fact: announced ⟵ W-FACT-DUE\n  next: 2025-11-15',
    '{ from: 2025-01-01, is: $100 }',
  ),
  'authors/en_US.yaml': authors(39).replace('Author 1\n', 'Author 1 ⟵ W-ROSTER\n'),
  'ads/en_US.json':
    '{"sapeData":{"sapeLinks":{\n"/":\n["<a href=\\"https://a.example/\\">a</a>",\n"no link"]}}} ⟵ W-AD\n',
  'articles/en_US/w-alt.md': article('w-alt', {}, 'See\n![](/logo.svg) ⟵ W-ALT'),
  'articles/en_US/w-image-old.md': article(
    'w-image-old',
    {},
    '![A stub](/pictures/old-stub.svg "A stub. — Screenshot: Test, 2025-01") ⟵ W-IMAGE-OLD',
  ),
  'pictures/old-stub.svg': '<svg viewBox="0 0 9 9"></svg>',
  'articles/en_US/w-answered.md': article('w-answered', {
    title: 'title: About w-answered ⟵ W-ANSWERED',
    provenance: 'provenance: generated',
  }),
  'articles/en_US/w-desc-len.md': article('w-desc-len', {
    description: 'description: Too short to say anything. ⟵ W-DESC-LEN',
  }),
  'articles/en_US/w-dup-desc.md': article('w-dup-desc', {
    description: `description: ${about('expert advice')} ⟵ W-DUP-DESC`,
  }),
  'articles/en_US/w-dup-key.md': article('w-dup-key', {
    title: 'title: About w-dup-key',
    provenance: 'provenance: human\ntranslationKey: one-subject ⟵ W-DUP-KEY',
  }),
  'articles/en_US/w-dup-title.md': article('w-dup-title', {
    title: 'title: about CLEAN ⟵ W-DUP-TITLE',
  }),
  'articles/en_US/w-empty-heading.md': article('w-empty-heading', {}, '## ⟵ W-EMPTY-HEADING'),
  'articles/en_US/w-heading-order.md': article(
    'w-heading-order',
    {},
    '## One\n\nText.\n\n#### Two ⟵ W-HEADING-ORDER\n\nText.\n\n## Three',
  ),
  'articles/en_US/w-link-text.md': article(
    'w-link-text',
    {},
    'The rules\nare [Here!](/info/about-us). ⟵ W-LINK-TEXT',
  ),
  'articles/en_US/w-no-author.md': article('w-no-author', {
    title: 'title: About w-no-author ⟵ W-NO-AUTHOR',
    author: '',
  }),
  'articles/en_US/w-no-date.md': article('w-no-date', {
    title: 'title: About w-no-date ⟵ W-NO-DATE',
    publishedAt: '',
  }),
  'articles/en_US/w-no-sources.md': article('w-no-sources', {
    sources: 'sources: [] ⟵ W-NO-SOURCES',
  }),
  'articles/en_US/w-provenance.md': article('w-provenance', {
    title: 'title: About w-provenance ⟵ W-PROVENANCE',
    provenance: '',
  }),
  'articles/en_US/w-reading.md': article('w-reading').replace(
    `---\n\n${PROSE}`,
    `---\n ⟵ W-READING\n${LONG_WORDS}`,
  ),
  'articles/en_US/w-review.md': article('w-review', {
    provenance:
      'provenance: human\nupdatedAt: 2026-02-02\nreviewedBy: Ada Bell\nreviewedAt: 2026-02-01 ⟵ W-REVIEW',
  }),
  'articles/en_US/w-source-unused.md': article('w-source-unused', {
    sources:
      'sources:\n  - title: Source\n    url: https://source.example\n    key: ftc ⟵ W-SOURCE-UNUSED',
  }),
  'articles/en_US/w-stale.md': article('w-stale', {
    publishedAt: 'publishedAt: 2025-01-01T00:00:00Z ⟵ W-STALE',
  }),
  'articles/en_US/w-style.md': article(
    'w-style',
    {},
    'What costs less\n\nis paid by cheque, ⟵ W-STYLE\nnot by card.',
  ),
  'articles/en_US/w-table-cells.md': article(
    'w-table-cells',
    {},
    '- Prices:\n\n  | Bond | Price |\n  |---|---|\n  | 100 | 98 \\| 99 |\n  | 100 | 98 | 99 | ⟵ W-TABLE-CELLS',
  ),
  'articles/en_US/w-table-head.md': article(
    'w-table-head',
    {},
    'Prices:\n\n| Bond |  | ⟵ W-TABLE-HEAD\n|---|---|\n| 100 | 98 |',
  ),
  'articles/en_US/w-thin.md': article('w-thin').replace(
    `\n\n${PROSE}`,
    '\n ⟵ W-THIN\nA few words.',
  ),
  'articles/en_US/w-title-break.md': article('w-title-break', {
    title: 'title: "About\\nw-title-break" ⟵ W-TITLE-BREAK',
  }),
  'articles/en_US/w-title-len.md': article('w-title-len', {
    title: `title: About w-title-len, ${'at length, '.repeat(5)}and more ⟵ W-TITLE-LEN`,
  }),
}

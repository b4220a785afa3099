import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { drawPortrait } from '../../../support/content/portraits.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const BOND = '/articles/what-a-bond-is-and-why-its-price-moves'
const MINE = '/articles/mine'
const OURS = '/articles/ours'
const at = (category: string, subcategory: string) => [
  { category, subcategories: [{ subcategory }] },
]

const CHART = `: Growth {#growth chart=lines}

| Year | Value |
|---|---:|
| 1 | 10 |
| 2 | 20 |
| 3 | 30 |
`

const ADS = { sapeData: { sapeLinks: { '/': ['<a href="https://a.example">x</a>'] } } }

type Edit = [name: string, edit: (content: TestContent) => Promise<unknown>]

const patch = (name: string, url: string, body: object): Edit => [
  name,
  (content) => content.commit('PATCH', url, body),
]
const put = (name: string, url: string, changes: object = {}): Edit => [
  name,
  (content) => content.commit('PUT', url, articleDraft({ ...changes })),
]
const withdraw = (name: string, url: string): Edit => [
  name,
  (content) => content.commit('DELETE', url),
]
const inFile = (name: string, file: string, from: string | RegExp, to: string): Edit => [
  name,
  async (content) => {
    const text = await readFile(path.join(content.folder.folder, file), 'utf8')
    await content.folder.write(file, text.replace(from, to))
    await content.import()
  },
]

/** Every kind of edit, one after another on the same site. */
const ARTICLE_EDITS: Edit[] = [
  put('a new article', MINE),
  patch('how its text is written in Markdown', MINE, { body: 'A test *says* what must hold.' }),
  patch('the same in other signs', MINE, { body: 'A test _says_ what must hold.' }),
  patch('its text', MINE, { body: 'Another text of the same length.' }),
  patch('its length', MINE, { body: 'word '.repeat(500) }),
  patch('its title', MINE, { title: 'Another title' }),
  patch('its description', MINE, { description: 'Another description.' }),
  patch('its author', MINE, { author: 'Marcus Adeyemi' }),
  patch('its takeaways', MINE, { takeaways: ['One.'] }),
  patch('what it says of a change', MINE, { changes: [{ on: '2026-12-01', text: 'More.' }] }),
  patch('that a person wrote it', MINE, { provenance: 'human' }),
  patch('that nobody says who wrote it', MINE, { provenance: null }),
  patch('who answers for it', MINE, { answeredBy: 'Ada Bell' }),
  patch('its review', MINE, { reviewedBy: 'Cem Dal', reviewedAt: '2026-11-30' }),
  patch('its subcategory', MINE, { entities: at('expert-advice', 'risk-management') }),
  patch('its category', MINE, { entities: at('product-reviews', 'stocks') }),
  patch('a second category', MINE, {
    entities: [...at('product-reviews', 'stocks'), { category: 'investment-dictionaries' }],
  }),
  patch('its date', MINE, { publishedAt: '2024-12-24' }),
  patch('that it is a favorite', MINE, { favorite: true }),
  patch('the date of a favorite', MINE, { publishedAt: '2026-11-29' }),
  patch('the category of a favorite', MINE, { entities: at('expert-advice', 'market-trends') }),
  patch('another rank', BOND, { topNotchRank: 2 }),
  patch('its rank', MINE, { topNotchRank: 1 }),
  patch('a chart in the first article of the home page', MINE, { body: CHART }),
  patch('a sentence beside the chart', MINE, { body: `${CHART}\nWhat it says.` }),
  patch('a number in the chart', MINE, { body: CHART.replace('| 30 |', '| 31 |') }),
  patch('the chart', MINE, { body: 'A text without a chart.' }),
  patch('the author of a ranked one', BOND, { author: 'Priya Raghunathan' }),
  patch('its slug', MINE, { slug: 'ours' }),
  put('another article at the old address', MINE, {
    title: 'Somebody new',
    publishedAt: '2025-01-01',
  }),
  withdraw('the other article gone', MINE),
  withdraw('a favorite gone', OURS),
  put('a withdrawn article back', OURS),
]

const OTHER_EDITS: Edit[] = [
  [
    'six articles in a list',
    async (content) => {
      for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
        const draft = articleDraft({ entities: at('product-reviews', 'etfs') })
        await content.commit('PUT', `/articles/${name}`, draft)
      }
    },
  ],
  withdraw('a gap', '/articles/four'),
  withdraw('a gap beside it', '/articles/five'),
  withdraw('the last article after a gap', '/articles/six'),
  withdraw('what left a page empty', '/articles/three'),
  withdraw('what left a list without an archive', '/articles/two'),
  ['the name of an author', renameAuthor],
  inFile(
    'the biography of an author',
    'authors/en_US.yaml',
    /slug: marcus-adeyemi\n {2}description: >-\n/,
    '$&    A pen name.\n',
  ),
  inFile(
    'the role and the links of an author',
    'authors/en_US.yaml',
    '  slug: marcus-adeyemi\n',
    '  slug: marcus-adeyemi\n  role: Editor\n  links: [https://a.example/marcus]\n',
  ),
  withPortrait('the portrait of an author', '  portrait: face.png\n', 90),
  withPortrait('another portrait', '  portrait: face.png\n'),
  withPortrait('what a portrait shows', '  portrait: face.png\n  portraitAlt: A smile\n'),
  withPortrait('a portrait gone', ''),
  inFile(
    'a new author',
    'authors/en_US.yaml',
    /^- name/m,
    '- name: A\n  slug: a\n  description: x\n  meta_title: x\n  meta_description: x\n- name',
  ),
  inFile('that author gone', 'authors/en_US.yaml', /- name: A\n(?: .*\n)+/, ''),
  inFile('a category’s title', 'categories/en_US.yaml', 'title: Expert advice', 'title: Advice'),
  inFile(
    'which subcategory takes the rest',
    'categories/en_US.yaml',
    'fallback: other-expert-advice',
    'fallback: market-trends',
  ),
  inFile('the title of a page', 'page-seo/en_US.yaml', 'title: Page not found', 'title: Nowhere'),
  inFile('the text of an info page', 'info/en_US/terms.md', 'finlore', 'Finlore'),
  inFile('the address of an info page', 'info/en_US/terms.md', 'path: /terms', 'path: /rules'),
  [
    'an info page gone',
    async (content) => {
      await content.folder.remove('info/en_US/privacy-policy.md')
      await content.import()
    },
  ],
]

/** @param fields of the author, besides what all have */
function withPortrait(name: string, fields: string, shade = 120): Edit {
  return [
    name,
    async ({ folder, import: importAll }) => {
      await folder.write('authors/portraits/face.png', drawPortrait({ shade }))
      const others = (await folder.read('authors/en_US.yaml')).replace(/^ {2}portrait.*\n/gm, '')
      const slug = '  slug: marcus-adeyemi\n'
      await folder.write('authors/en_US.yaml', others.replace(slug, slug + fields))
      await importAll()
    },
  ]
}

const [, LONGER_LISTS] = inFile('longer lists', 'site.yaml', 'pageSize: 2', 'pageSize: 3')

async function renameAuthor(content: TestContent) {
  const { folder } = content.folder
  const articles = await readdir(path.join(folder, 'articles/en_US'))
  for (const file of ['authors/en_US.yaml', ...articles.map((name) => `articles/en_US/${name}`)]) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const renamed = text.replace(/^(author|- name): Marcus Adeyemi$/m, '$1: Marcus B. Adeyemi')
    if (renamed !== text) await content.folder.write(file, renamed)
  }
  await content.import()
}

/** Runs the edits one after another. @returns by edit, the pages it changed, which must be those it met */
async function runEdits(content: TestContent, edits: readonly Edit[]) {
  const kept = await readAllPages(content)
  const changed = new Map<string, string[]>()
  for (const [name, edit] of edits) {
    const revision = await content.revision()
    content.clock.now = new Date(content.clock.now.getTime() + 60_000)
    await edit(content)
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const comparison = compareWithTags(kept, await readAllPages(content), touched)
    const { met, ...wrong } = comparison
    expect(wrong, name).toEqual({ missed: [], excess: [], unrecorded: [] })
    changed.set(name, met)
  }
  return changed
}

const DROPPED_CATEGORIES = /^- slug: (financial-comparisons|ratings-and-rankings)$/m
const KEPT_ARTICLES = /^(what|how-(a|to-read))/
const KEPT_AUTHORS = /^- name: (Eleanor Whitcombe|Marcus Adeyemi|Priya Raghunathan)$/m

/** The site with fewer articles and shorter lists, so that all its pages are read in no time. */
async function importSmallSite({ folder, import: importAll }: TestContent) {
  const read = (file: string) => readFile(path.join(folder.folder, file), 'utf8')
  const keep = async (file: string, isKept: (entry: string) => boolean) => {
    const entries = (await read(file)).split(/^(?=- )/m)
    await folder.write(file, entries.filter(isKept).join(''))
  }
  await folder.unlink()
  await keep('categories/en_US.yaml', (entry) => !DROPPED_CATEGORIES.test(entry))
  await keep('authors/en_US.yaml', (entry) => KEPT_AUTHORS.test(entry))
  for (const name of await readdir(path.join(folder.folder, 'articles/en_US'))) {
    const file = `articles/en_US/${name}`
    const article = await read(file)
    if (KEPT_ARTICLES.test(name)) {
      await folder.write(file, article.replace(/^author: .*$/m, 'author: Marcus Adeyemi'))
    } else await folder.remove(file)
  }
  await folder.write('site.yaml', (await read('site.yaml')).replace('pageSize: 12', 'pageSize: 2'))
  await importAll()
}

/** The files of the XML site map that say when an article was updated. The feeds it is in say so too. */
const SITEMAP_FILES = ['/sitemap-index.xml', '/sitemap.xml', '/sitemaps/articles-1.xml']

describe('the tags of a change', () => {
  test('match exactly the pages that an edit of an article changed', async ({ empty: content }) => {
    await importSmallSite(content)
    const changed = await runEdits(content, ARTICLE_EDITS)

    for (const [name, pages] of changed) expect(pages, name).not.toEqual([])
    const feeds = ['/expert-advice/feed.atom', '/feed.atom']
    expect(changed.get('its text')).toEqual([MINE, ...feeds])
    expect(changed.get('its takeaways')).toEqual([MINE])
    expect(changed.get('what it says of a change')).toEqual([MINE, ...feeds, ...SITEMAP_FILES])
    expect(changed.get('another article at the old address')).toContain(MINE)
  })

  test('match exactly the pages that any other edit changed', async ({ empty: content }) => {
    await importSmallSite(content)
    const changed = await runEdits(content, OTHER_EDITS)

    for (const [name, pages] of changed) expect(pages, name).not.toEqual([])
    expect(changed.get('the biography of an author')).not.toContain('/')
    expect(changed.get('the title of a page')).toEqual(['/404.html'])
    // M-311: the box under each of his articles, his own page, and the list of all authors.
    const showing = changed.get('the portrait of an author') ?? []
    expect(showing).toEqual(expect.arrayContaining(['/authors', '/authors/marcus-adeyemi', BOND]))
    expect(showing.filter((page) => !/^\/(?:articles|authors)/.test(page))).toEqual([])
    for (const name of ['another portrait', 'what a portrait shows', 'a portrait gone']) {
      expect(changed.get(name), name).toEqual(showing)
    }
  })

  test('match every page that the length of lists may have changed', async ({ empty: content }) => {
    await importSmallSite(content)
    const kept = await readAllPages(content)
    const revision = await content.revision()
    await LONGER_LISTS(content)
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const now = await readAllPages(content)
    const { met, missed } = compareWithTags(kept, now, touched)

    expect(missed).toEqual([])
    expect(met).toContain('/product-reviews')
    expect(met).not.toContain('/articles/what-a-bond-is-and-why-its-price-moves')
  })

  test('match at most 25 pages when an article is published, however many there are [P2]', async ({
    empty: content,
  }) => {
    await importSmallSite(content)
    for (let number = 0; number < 50; number++) {
      const category = number % 2 === 0 ? 'expert-advice' : 'product-reviews'
      const text = `---
title: Article ${number}
slug: article-${number}
author: ${number % 3 === 0 ? 'Marcus Adeyemi' : 'Eleanor Whitcombe'}
publishedAt: 2025-01-01
entities:
  - category: ${category}
---

Text.
`
      await content.folder.write(`articles/en_US/article-${number}.md`, text)
    }
    await content.import()
    const changed = await runEdits(content, [
      put('an article', MINE, { entities: [{ category: 'expert-advice' }] }),
      withdraw('no article', MINE),
    ])

    for (const [name, pages] of changed) {
      expect(pages.length, `${name}: ${pages.join(' ')}`).toBeLessThanOrEqual(25)
    }
  })

  test('of a dry run are returned, and nothing is stored', async ({ content }) => {
    const before = await readAllRows(content.db)
    const revision = await content.revision()
    const tried = [
      await content.edit('PUT', `${MINE}?dryRun=true`, articleDraft()),
      await content.edit('PATCH', `${BOND}?dryRun=true`, { body: 'Another text.' }),
      await content.edit('DELETE', `${BOND}?dryRun=true`),
      await content.edit('PUT', '/ads?dryRun=true', ADS),
    ]
    for (const answer of tried) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ revision })
    }
    expect(await readAllRows(content.db)).toEqual(before)
    const refused = await content.edit('PATCH', `${BOND}?dryRun=true`, { title: '' })
    expect(refused.statusCode).toBe(400)

    await content.commit('PUT', '/ads', ADS)
    await content.commit('PUT', MINE, articleDraft())
    const done = await content.changesAfter(revision)
    expect(done.map(({ tags }) => tags)).toEqual([3, 0].map((at) => tried[at]?.json().tags))
  })
})

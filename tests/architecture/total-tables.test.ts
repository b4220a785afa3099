import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CodeToCompile, copyToCompile } from '../support/source/copy-to-compile.ts'

const CONTENT = 'services/content'
const STRUCTURED_DATA = 'services/render/documents/head/structured-data.ts'

interface Table {
  what: string
  file: string
  /** One of its members, as it stands in the file. */
  member: string
  /** What the compiler says without it; unless told otherwise, that a property of its name is missing. */
  says?: string
}

/** Tables that others take their members from. */
const SOURCES: readonly Table[] = [
  {
    what: 'the kinds of tags',
    file: `${CONTENT}/changes/tags.ts`,
    member: `  'feed-entry': true,\n`,
    says: `Argument of type '"feed-entry"' is not assignable`,
  },
  {
    what: 'what services know of each page kind',
    file: 'services/shared/contracts/page.ts',
    member: '  gone: UNLISTED,\n',
  },
]

/** Tables that decide whether a page is there, and whether it goes stale. */
const TABLES: readonly Table[] = [
  {
    what: 'what shows each field of an article',
    file: `${CONTENT}/edits/article-state.ts`,
    member: `  takeaways: ['article'],\n`,
  },
  {
    what: 'the columns that an edit of an article writes',
    file: `${CONTENT}/edits/article-row.ts`,
    member: '    author: article.author,\n',
    says: `required in type 'WrittenRow'`,
  },
  {
    what: 'what becomes of each field of a draft',
    file: `${CONTENT}/drafts/draft-fields.ts`,
    member: `  terms: 'emptied',\n`,
  },
  {
    what: 'what shows each column of an author',
    file: `${CONTENT}/import/import-authors.ts`,
    member: '  role: tags.authorBiography,\n',
  },
  {
    what: 'what shows each column of a category',
    file: `${CONTENT}/import/import-categories.ts`,
    member: '  fallback: undefined,\n',
    says: `required in type 'Record<"description" | "dictionary" | "fallback"`,
  },
  {
    what: 'which columns an info page shows',
    file: `${CONTENT}/import/import-info-pages.ts`,
    member: '  headings: true,\n',
  },
  {
    what: 'what shows title and description of a page',
    file: `${CONTENT}/import/import-site.ts`,
    member: '  description: tags.seoDescription,\n',
  },
  {
    what: 'why a page with a tag is rebuilt',
    file: `${CONTENT}/explain/why-rebuilt.ts`,
    member: `  topics: 'names a topic of $list',\n`,
  },
  {
    what: 'the paths of kinds with few pages',
    file: `${CONTENT}/pages/path-stages.ts`,
    member: '      info: info.map(({ path }) => path),\n',
    says: `'Record<FewKind, string[]>': article, info`,
  },
  {
    what: 'the paths of kinds with many pages',
    file: `${CONTENT}/pages/path-stages.ts`,
    member: '  article: articles,\n',
    says: `'Record<FewKind, string[]>': article, info`,
  },
  {
    what: 'the XML site map',
    file: `${CONTENT}/library/sitemap-entries.ts`,
    member: '    letter: letterEntries,\n',
  },
  {
    what: 'what makes a single page',
    file: `${CONTENT}/pages/load-page-model.ts`,
    member: '  search: showSearchPage,\n',
  },
  {
    what: 'what search engines are told of a page',
    file: STRUCTURED_DATA,
    member: `    case 'author':\n      return [profileNode(page, input)]\n`,
    says: 'kind: "author"',
  },
  {
    what: 'the breadcrumbs to a page',
    file: STRUCTURED_DATA,
    member: `    case 'letter':\n      return [page.category, page.index]\n`,
    says: 'kind: "letter"',
  },
  {
    what: 'the edits of each field that tests make',
    file: 'tests/support/content/random-edits.ts',
    member: '  description: ({ dice }) => ({ description: dice.words() }),\n',
  },
  {
    what: 'the pages that tests make',
    file: 'tests/support/pages/page-builders.ts',
    member: '    article: buildArticle(),\n',
  },
]

const nameOf = ({ member }: Table) => /[\w-]+/.exec(member)?.[0] ?? ''
const messageOf = (table: Table) => table.says ?? `Property '${nameOf(table)}' is missing`

let copy: CodeToCompile

beforeAll(async () => {
  copy = await copyToCompile()
}, 60_000)

afterAll(() => copy.remove())

/** Those of these tables that may lose their member: the compiler says nothing of it. */
async function silentAmong(tables: readonly Table[]): Promise<string[]> {
  const files = [...new Set(tables.map(({ file }) => file))]
  for (const { file, member } of tables) {
    const source = await readFile(path.join(copy.root, file), 'utf8')
    expect(source.split(member), `${file}: ${member}`).toHaveLength(2)
    await writeFile(path.join(copy.root, file), source.replace(member, ''))
  }
  const config = { extends: './tsconfig.json', include: [], files }
  await writeFile(path.join(copy.root, 'tables.json'), JSON.stringify(config))
  const errors = await copy.compile('tables.json')
  await copy.restore(files)
  return tables
    .filter(
      (table) =>
        !errors.some((error) => error.startsWith(table.file) && error.includes(messageOf(table))),
    )
    .map(({ what }) => what)
}

describe('a table that must have every member does not compile without one of them', () => {
  test.each([
    ['if others take their members from it', SOURCES],
    ['if it says something of each', TABLES],
  ])('%s', async (_name, tables) => expect(await silentAmong(tables)).toEqual([]), 240_000)
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CodeToCompile, copyToCompile } from '../support/source/copy-to-compile.ts'

/** A text that is put before another one in a file; without another one, the file is new. */
type Step = readonly [file: string, text: string, before?: string]

/** `docs/developing.md`, "Add a field to an article", followed. */
const FIELD: readonly Step[] = [
  [
    'services/shared/contracts/page.ts',
    '    disclosure: Type.Optional(Prose({ minLength: 1 })),\n',
    '    sources: Type.Array(Source),\n',
  ],
  [
    'services/content/drafts/article-draft.ts',
    '    disclosure: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),\n',
    '    /** Equal for the translations of one article',
  ],
  [
    'migrations/content/99991231T0000-disclosure.ts',
    `import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('article').addColumn('disclosure', 'text').execute()
}
`,
  ],
  [
    'services/content/database/schema.ts',
    '  disclosure: string | null\n',
    '  top_notch_rank: number | null\n',
  ],
  [
    'services/content/drafts/draft-fields.ts',
    `  disclosure: { column: 'disclosure', empty: null },\n`,
    '  translationKey: { column',
  ],
  [
    'services/content/edits/article-state.ts',
    `  disclosure: ['article'],\n`,
    `  top_notch_rank: ['picks'],\n`,
  ],
  [
    'tests/support/content/random-edits.ts',
    '  disclosure: ({ dice }) => ({ disclosure: dice.oneOf([null, dice.words()]) }),\n',
    '  translationKey: ({ dice })',
  ],
  [
    'web/src/components/Byline.tsx',
    '        {article.disclosure && <p>{article.disclosure}</p>}\n',
    '        <OriginNotes origin={article} />\n',
  ],
  ['content/README.md', '| `disclosure` | optional: one sentence |\n', '| `terms` | optional'],
]

const titleAndDescription: readonly Step[] = ['en_US', 'ru_RU', 'tr_TR'].map((locale) => [
  `content/page-seo/${locale}.yaml`,
  'newest:\n  title: Newest\n  description: The newest articles.\n',
  'authors:\n',
])

/** "Add a page kind", followed. */
const PAGE_KIND: readonly Step[] = [
  [
    'services/shared/contracts/page.ts',
    `export const NewestPage = Type.Object({
  kind: Type.Literal('newest'),
  ...page,
  articles: Type.Array(ArticleCard),
})
export type NewestPage = Static<typeof NewestPage>

`,
    'export const AuthorsPage = Type.Object({\n',
  ],
  ['services/shared/contracts/page.ts', '  NewestPage,\n', '  AuthorsPage,\n'],
  [
    'services/shared/contracts/page.ts',
    `  newest: { path: '/newest', sitemap: 'pages', shared: true, described: 'list', trail: false },\n`,
    '  author: { path: null',
  ],
  [
    'services/content/pages/newest-page.ts',
    `import type { NewestPage } from '#shared/contracts/page.ts'
import { ALL } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { newestCards } from '../library/card-repository.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

export async function loadNewestPage(scope: PageScope): Promise<NewestPage> {
  scope.reads(tags.newest, tags.constant('pageSize'))
  return {
    kind: 'newest',
    path: '/newest',
    seo: namedSeo(scope, 'newest'),
    articles: scope.showCards(await newestCards(scope.db, ALL, scope.constants.pageSize)),
  }
}
`,
  ],
  [
    'services/content/pages/load-page-model.ts',
    `import { loadNewestPage } from './newest-page.ts'\n`,
    `import { loadCommonData } from './common-data.ts'\n`,
  ],
  [
    'services/content/pages/load-page-model.ts',
    '  newest: loadNewestPage,\n',
    '  search: showSearchPage,\n',
  ],
  [
    'web/src/pages/NewestPage.tsx',
    `import type { PageProps } from './page-props.ts'

export const NewestPage = ({ page }: PageProps<'newest'>) => <h1>{page.articles.length}</h1>
`,
  ],
  [
    'web/src/pages/later-templates.ts',
    `import { NewestPage } from './NewestPage.tsx'\n`,
    `import { SearchPage } from './SearchPage.tsx'\n`,
  ],
  ['web/src/pages/later-templates.ts', '  newest: NewestPage,\n', '  authors: AuthorsPage,\n'],
  ...titleAndDescription,
  [
    'tests/support/pages/page-builders.ts',
    `    newest: { kind: 'newest', path: '/newest', seo, articles },\n`,
    '    article: buildArticle(),\n',
  ],
]

/** The most files that a recipe of the manual may need. */
const MAX_FILES = 9

let copy: CodeToCompile

beforeAll(async () => {
  copy = await copyToCompile()
  await copy.restore(['content/README.md', 'content/page-seo'])
}, 60_000)

afterAll(() => copy.remove())

async function take([file, text, before]: Step): Promise<void> {
  const place = path.join(copy.root, file)
  if (before === undefined) {
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, text, { flag: 'wx' })
    return
  }
  const source = await readFile(place, 'utf8')
  expect(source.split(before), `${file}: ${before}`).toHaveLength(2)
  await writeFile(
    place,
    source.replace(before, () => text + before),
  )
}

const filesOf = (steps: readonly Step[]) => new Set(steps.map(([file]) => file))

test('the recipes for a field and for a page kind compile with at most nine files each', async () => {
  expect(filesOf(FIELD).size).toBeLessThanOrEqual(MAX_FILES)
  expect(filesOf(PAGE_KIND).size).toBeLessThanOrEqual(MAX_FILES)
  for (const step of [...FIELD, ...PAGE_KIND]) await take(step)

  expect(await copy.compile('tsconfig.json')).toEqual([])
  expect(await copy.compile('web/tsconfig.json')).toEqual([])
}, 240_000)

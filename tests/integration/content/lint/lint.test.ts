import { test as base, describe, expect } from 'vitest'
import { levelOf, RULES, type RuleCode } from '../../../../services/content/drafts/rules.ts'
import {
  ContentError,
  type ContentProblem,
} from '../../../../services/content/folder/content-problem.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { contentTest } from '../../../support/content/content-service.ts'
import {
  ERRORS,
  type MadeFolder,
  makeFolder,
  WARNINGS,
} from '../../../support/content/mistaken-content.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'

const NOW = new Date('2026-12-01T12:00:00Z')

const isCode = (code: string): code is RuleCode => Object.hasOwn(RULES, code)
const codesOf = (level: string) =>
  Object.keys(RULES)
    .filter((code) => isCode(code) && levelOf(code) === level)
    .sort()

/** Only the database knows what is in use, and what was edited elsewhere. */
const OF_IMPORTS = ['E-CONFLICT', 'E-IN-USE', 'E-WITHDRAWN']
/** Nor does a folder tell what an edit does to what is stored. */
const OF_EDITS = [
  'W-DROPPED',
  'W-FORMER-ADDRESS',
  'W-NO-NOTE',
  'W-SCHEDULED',
  'W-TAKEN-BACK',
  'W-WITHDRAWN',
]

const placesOf = (problems: readonly ContentProblem[]) =>
  problems
    .map(({ file, line, code }) => ({ file, line, code }))
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)

interface Folders {
  make: typeof makeFolder
}
const withFolders = {
  make: async ({}, use: (make: Folders['make']) => Promise<void>) => {
    const made: MadeFolder[] = []
    await use(async (files) => {
      const folder = await makeFolder(files)
      made.push(folder)
      return folder
    })
    for (const folder of made) await folder.dispose()
  },
}
const test = base.extend<Folders>(withFolders)
const databaseTest = contentTest.extend<Folders>(withFolders)

const lint = async ({ folder }: MadeFolder) => (await lintContent(folder, 'en_US', NOW)).problems

describe('lint', () => {
  test('finds nothing in a folder without mistakes', async ({ make }) => {
    expect(await lint(await make())).toEqual([])
  })

  test('finds every error once, at its own line', async ({ make }) => {
    const made = await make(ERRORS)
    const errors = (await lint(made)).filter(({ code }) => levelOf(code) === 'error')

    expect(placesOf(errors)).toEqual(made.expected)
    // Only a site that is listed has no examples, and only a repository knows when files were new.
    const elsewhere = ['E-DATE-FILE', 'E-EXAMPLE', ...OF_IMPORTS]
    expect([...errors.map(({ code }) => code), ...elsewhere].sort()).toEqual(codesOf('error'))
  })

  test('finds every warning once, at its own line', async ({ make }) => {
    const made = await make(WARNINGS)
    const found = await lint(made)

    expect(placesOf(found)).toEqual(made.expected)
    // These are errors later: facts.test.ts and the test below set the clock for them.
    const later = ['W-FACT-SOON', 'W-YEAR-OVER']
    expect([...found.map(({ code }) => code), ...later, ...OF_EDITS].sort()).toEqual(
      codesOf('warning'),
    )
  })

  test.each([
    ['2026-12-31T23:59:59Z', []],
    ['2027-01-01T12:00:00Z', ['W-YEAR-OVER']],
    ['2027-03-31T12:00:00Z', ['W-YEAR-OVER']],
    ['2027-04-01T12:00:00Z', ['E-YEAR-OVER']],
  ])('at %s finds of a text of 2026: %j', async (now, codes) => {
    const made = await makeFolder({
      'articles/en_US/of-2026.md': (WARNINGS['articles/en_US/w-stale.md'] ?? '')
        .replaceAll('w-stale', 'of-2026')
        .replace(/publishedAt.*/, 'publishedAt: 2026-01-01\nvalidFor: 2026'),
    })
    const { problems } = await lintContent(made.folder, 'en_US', new Date(now))
    await made.dispose()
    expect(problems.filter(({ code }) => code.includes('-YEAR-')).map(({ code }) => code)).toEqual(
      codes,
    )
  })

  test('finds a text of 2025 also where front matter fills the memory for it', async ({ make }) => {
    const text = WARNINGS['articles/en_US/w-stale.md'] ?? ''
    const named = (slug: string, more: string) =>
      text.replaceAll('w-stale', slug).replace(/publishedAt.*/, `publishedAt: 2026-01-01\n${more}`)
    const many = Array.from({ length: 17 }, (_, at) => `large-${at}`)
    const comment = `# ${'x'.repeat(1_000_000)}`
    const made = await make({
      ...Object.fromEntries(
        many.map((slug) => [`articles/en_US/${slug}.md`, named(slug, comment)]),
      ),
      'articles/en_US/of-2025.md': named('of-2025', 'validFor: 2025'),
    })
    const found = (await lint(made)).filter(({ code }) => code === 'E-YEAR-OVER')
    expect(found).toMatchObject([{ file: 'articles/en_US/of-2025.md' }])
  })

  test('has advice for every finding', async ({ make }) => {
    const found = [...(await lint(await make(ERRORS))), ...(await lint(await make(WARNINGS)))]
    const messageOf = (wanted: string) => found.find(({ code }) => code === wanted)?.message

    expect(messageOf('E-LINK-INT')).toBe(
      '[there] leads to "/articles/cleen", and there is no such page; did you mean "/articles/clean"?',
    )
    expect(messageOf('E-ANCHOR')).toBe(
      '[a link of two lines] leads to "#how-it-begins" of "/articles/other", which has no such heading; did you mean "#how-it-ends"?',
    )
    expect(messageOf('E-UNKNOWN-CAT')).toContain('did you mean "expert-advice"?')
    expect(messageOf('E-HTML')).toContain('<br> is raw HTML')
    expect(messageOf('W-HEADING-ORDER')).toContain('begin it with ###, not ####')
    expect(messageOf('W-DUP-TITLE')).toContain('articles/en_US/clean.md')
    expect(messageOf('W-DUP-DESC')).toContain('categories/en_US.yaml (0.description)')
  })
})

test('lint reports a link into a category that does not exist', async ({ make }) => {
  const file = 'articles/en_US/e-link-int.md'
  const text = (ERRORS[file] ?? '').replace('/articles/cleen', '/expert-advise/market-trends')
  const [found] = (await lint(await make({ [file]: text }))).filter(
    ({ code }) => code === 'E-LINK-INT',
  )
  expect(found?.message).toContain('leads to "/expert-advise/market-trends", and there is no such')
})

describe('a folder with unreadable files', () => {
  test('is checked as far as it can be read', async ({ make }) => {
    const made = await make({
      'categories/en_US.yaml': 'x: [',
      'authors/en_US.yaml': '\0',
      'articles/en_US/unread.md': 'No front matter',
      'articles/en_US/e-link-int.md': ERRORS['articles/en_US/e-link-int.md'] ?? '',
      'articles/en_US/e-slug.md': (ERRORS['articles/en_US/e-slug.md'] ?? '').replace(
        /^sources:/m,
        'source:',
      ),
    })
    const found = (await lint(made)).filter(({ code }) => levelOf(code) === 'error')

    expect(new Set(found.map(({ file, code }) => `${file} ${code}`))).toEqual(
      new Set([
        'authors/en_US.yaml E-SCHEMA',
        'categories/en_US.yaml E-SCHEMA',
        'articles/en_US/unread.md E-SCHEMA',
        'articles/en_US/e-link-int.md E-LINK-INT',
        'articles/en_US/e-slug.md E-SLUG',
        'articles/en_US/e-slug.md E-SCHEMA',
      ]),
    )
  })

  test('has no findings about what an unreadable file may contain', async ({ make }) => {
    const made = await make({
      'articles/en_US/other.md': 'No front matter',
      'info/en_US/about-us.md': '---\ntitle: [\n---\n',
    })
    const found = (await lint(made)).filter(({ code }) => levelOf(code) === 'error')

    expect(found.map(({ file }) => file).sort()).toEqual([
      'articles/en_US/other.md',
      'info/en_US/about-us.md',
    ])
  })

  test('is reported when it is missing', async () => {
    const { problems } = await lintContent('/nowhere/at/all', 'en_US', NOW)
    expect(problems.map(({ file, code }) => `${file} ${code}`).sort()).toEqual([
      'articles/en_US E-SCHEMA',
      'authors/en_US.yaml E-SCHEMA',
      'categories/en_US.yaml E-SCHEMA',
      'info/en_US E-SCHEMA',
      'page-seo/en_US.yaml E-SCHEMA',
      'site.yaml E-SCHEMA',
    ])
  })
})

describe('an import', () => {
  const importFrom = (db: Parameters<typeof importContent>[0], { folder }: MadeFolder) =>
    importContent(db, { folder, locale: 'en_US', now: NOW })

  databaseTest('refuses every error and writes nothing', async ({ empty: { db }, make }) => {
    const made = await make(ERRORS)
    const before = await readAllRows(db)
    const error = await importFrom(db, made).catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(ContentError)
    // What a date has made wrong is no reason: its page says so.
    const onlyOfLint = ['E-FACT-EXPIRED', 'E-YEAR-OVER']
    const expected = made.expected.filter(({ code }) => !onlyOfLint.includes(code))
    expect(error instanceof ContentError && placesOf(error.problems)).toEqual(expected)
    expect(await readAllRows(db)).toEqual(before)
  })

  databaseTest('shows every warning and imports', async ({ empty: { db }, make }) => {
    const made = await make(WARNINGS)
    const { changed, articles, remarks } = await importFrom(db, made)

    expect(changed).toBe(true)
    expect(articles).toBe(2 + Object.keys(WARNINGS).filter((file) => file.endsWith('.md')).length)
    expect(placesOf(remarks)).toEqual(made.expected)
    expect(await importFrom(db, made)).toMatchObject({ changed: false, remarks: [] })
  })

  databaseTest('refuses links that another file broke', async ({ empty: { db }, make }) => {
    const made = await make()
    await importFrom(db, made)
    const shorter = await make({
      'articles/en_US/other.md': ERRORS['articles/en_US/e-html.md'] ?? '',
    })
    const renamed = await make({
      'articles/en_US/other.md': (WARNINGS['articles/en_US/w-thin.md'] ?? '').replaceAll(
        'w-thin',
        'other',
      ),
    })
    const before = await readAllRows(db)

    const gone = await importFrom(db, shorter).catch((reason: unknown) => reason)
    expect(String(gone)).toMatch(/clean\.md:\d+: E-LINK-INT \[that a text\] leads to/)
    const without = await importFrom(db, renamed).catch((reason: unknown) => reason)
    expect(String(without)).toMatch(/clean\.md:\d+: E-ANCHOR \[that a text\] leads to/)
    expect(await readAllRows(db)).toEqual(before)
  })
})

import { afterEach, describe, expect, vi } from 'vitest'
import { scheduleFacts } from '../../../../services/content/edits/facts-day.ts'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { loadFeedModel } from '../../../../services/content/pages/feed-model.ts'
import { articleDraft, contentTest as test } from '../../../support/content/content-service.ts'
import {
  FACTS_FILE,
  INSURED,
  LIMIT,
  LIMIT_OF_2027,
  writeFacts,
} from '../../../support/content/fact-content.ts'
import { fetchedFact } from '../../../support/content/fact-source.ts'
import { putSiteFile, readSiteFile } from '../../../support/content/site-files.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const TODAY = 'A worker may put [$24,500](fact:401k-limit) into a plan.'
const THEN =
  'In 2025 it was [$23,500](fact:401k-limit@2025), on one day [$23,500](fact:401k-limit@2025-06-01).'
const SURE = 'The FDIC insures **[$250,000](fact:fdic-limit)**.'
const NOTE = '(valid until 31 December 2026; the figure for 2027 is not entered yet)'
const WAIT = { timeout: 20_000, interval: 20 }

type Content = Parameters<typeof writeFacts>[0] & {
  pageModel(path: string): Promise<unknown>
}

async function textOf(content: Content, slug: string): Promise<string> {
  return JSON.stringify(await content.pageModel(`/articles/${slug}`))
}

let job: ReturnType<typeof scheduleFacts> | undefined
afterEach(() => job?.stop())

describe('a number that is a fact', () => {
  test('is shown as a number alone while it is right', async ({ content }) => {
    await writeFacts(content, LIMIT + INSURED, { saving: `${TODAY}\n\n${THEN}\n\n${SURE}` })
    await content.import()
    const shown = await textOf(content, 'saving')
    expect(shown).toContain('may put $24,500 into a plan.')
    expect(shown).toContain('it was $23,500, on one day $23,500.')
    expect(shown).toContain('insures <strong>$250,000</strong>.')
    expect(shown).not.toContain('fact-note')
  })

  test.for([
    ['[$23,500](fact:401k-limit)', 'since 2026-01-01 it is $24,500: write $24,500'],
    ['[$24,000](fact:401k-limit)', 'since 2026-01-01 it is $24,500: write $24,500'],
    ['[$24,500](fact:401k-limit@2025)', 'at 2025 it is $23,500: write $23,500'],
    ['[$24,500](fact:401k-limt)', 'there is no such fact; did you mean "401k-limit"?'],
    ['[$24,500](fact:401k-limit@2024)', 'for which the file of facts has no value'],
    ['[$24,500](fact:401k-limit@2025-02-30)', 'is not understood: write fact:name'],
  ] as const)('is refused where it is wrong: %s', async ([text, message], { shared: content }) => {
    // What the database knows is asked by the editor API; the folder is only read by lint.
    await writeFacts(content, LIMIT + INSURED)
    const before = await content.folder.read(FACTS_FILE)
    if ((await content.db.selectFrom('fact').selectAll().execute()).length === 0) {
      await content.import()
    }
    const answer = await content.edit(
      'PUT',
      '/articles/wrong',
      articleDraft({ body: `So:\n${text}` }),
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json().reasons).toEqual([
      { field: '/body', code: 'E-FACT', line: 2, message: expect.stringContaining(message) },
    ])

    await writeFacts(content, before, { wrong: `So:\n${text}` })
    const found = await lintContent(content.folder.folder, 'en_US', content.clock.now)
    await content.folder.remove('articles/en_US/wrong.md')
    expect(found.problems).toContainEqual({
      file: 'articles/en_US/wrong.md',
      line: 13,
      code: 'E-FACT',
      message: expect.stringContaining(message),
    })
  })

  test('is compared again where the file of facts changes and the text does not', async ({
    content,
  }) => {
    await writeFacts(content, LIMIT, { saving: TODAY, other: 'Nothing of it.' })
    await content.import()
    await writeFacts(content, LIMIT.replace('$24,500', '$24,600'))
    const revision = await content.revision()
    await expect(content.import()).rejects.toThrow(
      'articles/en_US/saving.md:12: E-FACT [$24,500](fact:401k-limit) prints $24,500, and since 2026-01-01 it is $24,600',
    )
    await writeFacts(content, INSURED)
    await expect(content.import()).rejects.toThrow('there is no such fact')
    expect(await content.revision()).toBe(revision)
  })

  test('has a file whose mistakes are named, each at its line', async ({ content }) => {
    const wrong = `- fact: a
  title: A
  values:
    - { from: 2026-01-01, is: $1 }
    - { from: 2025-01-01, is: $2, source: { title: T, url: 'https://www.example.org/' } }
- fact: b
  title: B
  subject: Home loans
  source: { title: T, url: 'https://www.example.org/' }
  values:
    - { from: 2025-01-01, is: $1, until: 2024-12-31 }
    - { from: 2026-02-01, is: none, until: 2026-03-31 }
    - { from: 2026-03-31, is: $3 }
- fact: a
  title: C
  subject: 'home  loans '
  source: { title: T, url: 'https://www.example.org/' }
  values:
    - { from: 2025-02-30, is: $1 }
`
    await writeFacts(content, wrong.replace('2025-02-30', '2025-02-28'))
    const found = await lintContent(content.folder.folder, 'en_US', content.clock.now)
    const ofFile = found.problems.filter(({ file }) => file === FACTS_FILE)
    expect(ofFile.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '4 E-FACT',
      '5 E-FACT',
      '11 E-FACT',
      '12 E-FACT',
      '13 E-FACT',
      '14 E-DUP-SLUG',
      '16 E-FACT',
    ])
    expect(ofFile.at(-1)?.message).toContain('is "home  loans " here and "Home loans" before')
    await writeFacts(content, wrong)
    const shape = await lintContent(content.folder.folder, 'en_US', content.clock.now)
    expect(shape.problems).toContainEqual(
      expect.objectContaining({ file: FACTS_FILE, line: 19, code: 'E-SCHEMA' }),
    )
  })
})

test('where the values of a fact come from is checked by lint and by the editor API', async ({
  shared: content,
}) => {
  const { text } = await readSiteFile(content, 'facts')
  const wrong = text + fetchedFact('rate', { between: '[5, 20]', url: 'http://www.example.org/' })
  const lineOf = (words: string) => wrong.slice(0, wrong.lastIndexOf(words)).split('\n').length
  const lines = [lineOf('http://www.example.org/'), lineOf('[5, 20]')]
  const before = await content.folder.read(FACTS_FILE)
  await content.folder.write(FACTS_FILE, wrong)
  const { problems } = await lintContent(content.folder.folder, 'en_US', content.clock.now)
  await content.folder.write(FACTS_FILE, before)
  expect(problems.filter(({ code }) => code === 'E-FACT')).toMatchObject([
    {
      file: FACTS_FILE,
      line: lines[0],
      message: expect.stringContaining('fetch.url must begin with https://'),
    },
    {
      file: FACTS_FILE,
      line: lines[1],
      message: expect.stringContaining('leaves out the last value, 4.40%'),
    },
  ])
  const answer = await putSiteFile(content, 'facts', { text: wrong })
  expect(answer).toMatchObject({
    status: 400,
    reasons: lines.map((line) => ({ field: FACTS_FILE, line })),
  })
})

describe('on 2 January 2027, when no value for 2027 is entered', () => {
  const NEW_YEAR = new Date('2027-01-02T12:00:00Z')

  test('exactly the pages that show the fact say until when it was valid [F58]', async ({
    content,
  }) => {
    await writeFacts(content, LIMIT + INSURED, {
      saving: TODAY,
      history: THEN,
      insured: SURE,
    })
    await content.import()
    const before = await readAllPages(content)
    const revision = await content.revision()

    const clock = { now: new Date('2026-12-31T23:59:59.999Z'), looks: 0 }
    job = scheduleFacts(
      content.db,
      (error) => {
        throw error
      },
      {
        everyMs: 5,
        now: () => {
          clock.looks += 1
          return clock.now
        },
      },
    )
    await vi.waitUntil(() => clock.looks >= 2, WAIT)
    expect(await content.revision()).toBe(revision)
    clock.now = new Date('2027-01-01T00:00:00.000Z')
    await vi.waitUntil(async () => (await content.revision()) > revision, WAIT)

    expect(await content.changesAfter(revision)).toMatchObject([
      { tags: ['fact:401k-limit', 'facts'] },
    ])
    const after = await readAllPages(content)
    const differing = [...after].filter(([path, { shown }]) => before.get(path)?.shown !== shown)
    expect(differing.map(([path]) => path).sort()).toEqual([
      '/articles/saving',
      '/expert-advice/feed.atom',
      '/facts',
      '/feed.atom',
    ])
    const { missed, excess } = compareWithTags(before, after, ['fact:401k-limit', 'facts'])
    expect({ missed, excess }).toEqual({ missed: [], excess: [] })
    expect(await textOf(content, 'saving')).toContain(
      `may put $24,500 <span class=\\"fact-note\\">${NOTE}</span> into`,
    )
    expect(JSON.stringify(await loadFeedModel(content.read, '/feed.atom'))).toContain(
      `may put $24,500 ${NOTE} into`,
    )
    const model = await content.pageModel('/articles/saving')
    expect(model.status === 'found' && model.markdown).toContain(
      `[$24,500](fact:401k-limit) ${NOTE} into`,
    )
  })

  test('lint fails, and an import of an empty database or of a changed text does not [F58]', async ({
    empty: content,
  }) => {
    await writeFacts(content, LIMIT, { saving: TODAY })
    content.clock.now = NEW_YEAR
    const found = await lintContent(content.folder.folder, 'en_US', NEW_YEAR)
    const expired = found.problems.filter(({ code }) => code === 'E-FACT-EXPIRED')
    expect(expired).toMatchObject([{ file: FACTS_FILE, line: 1 }])
    await content.import()
    expect(await textOf(content, 'saving')).toContain(NOTE)
    await writeFacts(content, LIMIT, { saving: `${TODAY} So it is.` })
    await content.import()
    expect(await textOf(content, 'saving')).toContain('So it is.')
  })

  test('a text that prints the value of last year says the new one, and loses no page [F58]', async ({
    empty: content,
  }) => {
    await writeFacts(content, LIMIT_OF_2027, { saving: TODAY })
    content.clock.now = NEW_YEAR
    await content.import()
    expect(await textOf(content, 'saving')).toContain(
      '$24,500 <span class=\\"fact-note\\">(since 1 January 2027: $25,000)',
    )
    // Once the site is there, a changed text is held to what is right.
    await writeFacts(content, LIMIT_OF_2027, { saving: `${TODAY} So it is.` })
    await expect(content.import()).rejects.toThrow('since 2027-01-01 it is $25,000: write $25,000')
  })

  test('lint says thirty days before that it will be so', async ({ content }) => {
    await writeFacts(content, LIMIT, { saving: TODAY })
    const codesAt = async (day: string) => {
      const found = await lintContent(content.folder.folder, 'en_US', new Date(`${day}T12:00:00Z`))
      return found.problems.filter(({ file }) => file === FACTS_FILE).map(({ code }) => code)
    }
    expect(await codesAt('2026-11-30')).toEqual([])
    expect(await codesAt('2026-12-01')).toEqual(['W-FACT-SOON'])
    expect(await codesAt('2026-12-31')).toEqual(['W-FACT-SOON'])
    expect(await codesAt('2027-01-01')).toEqual(['E-FACT-EXPIRED'])
    expect(await codesAt('2027-01-20')).toEqual(['W-FACT-DUE', 'E-FACT-EXPIRED'])
  })
})

test('metrics count the facts that have ended, and those whose next value is due', async ({
  content,
}) => {
  await writeFacts(content, LIMIT + INSURED, { saving: TODAY })
  await content.import()
  const counted = async (day: string) => {
    content.clock.now = new Date(`${day}T12:00:00Z`)
    const { body } = await content.ops.inject('/metrics')
    return [...body.matchAll(/^finlore_content_facts_(\w+)\{[^}]*\} (\d+)$/gm)].map(
      ([, name, value]) => `${name} ${value}`,
    )
  }
  expect(await counted('2026-12-31')).toEqual(['expired 0', 'due 0'])
  expect(await counted('2027-01-02')).toEqual(['expired 1', 'due 0'])
  expect(await counted('2027-01-20')).toEqual(['expired 1', 'due 1'])
})

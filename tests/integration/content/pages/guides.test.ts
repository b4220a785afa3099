import { expect } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { editSiteFile, putSiteFile } from '../../../support/content/site-files.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const FILE = 'guides/en_US.yaml'
const FIRST = 'how-to-read-a-pay-stub-and-401k-match'
const NEXT = 'how-big-should-an-emergency-fund-be'

const guideOf = (...articles: string[]) => `- slug: first-job
  title: First job
  description: For those who earn for the first time.
  steps:
${articles.map((article) => `    - { article: ${article}, why: 'It says "why".' }\n`).join('')}`

async function guidesOf(content: TestContent) {
  const model = await content.pageModel('/guides')
  if (model.status !== 'found' || model.page.kind !== 'guides') throw new Error('no guides')
  return model.page.guides
}

const pathsOf = async (content: TestContent) =>
  (await guidesOf(content)).flatMap(({ steps }) => steps.map(({ path }) => path))

/** Where an article says that it stands; `undefined` in no guide. */
async function placesOf(content: TestContent, slug: string) {
  const model = await content.pageModel(`/articles/${slug}`)
  if (model.status !== 'found' || model.page.kind !== 'article') throw new Error(`no ${slug}`)
  return model.page.guides
}

/** Makes an edit, and compares the pages that differ with the tags that it touched. */
async function follow(content: TestContent, edit: () => Promise<unknown>) {
  const before = await readAllPages(content)
  const revision = await content.revision()
  await edit()
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const after = await readAllPages(content)
  return compareWithTags(before, after, touched)
}

async function homeGuides(content: TestContent) {
  const model = await content.pageModel('/')
  if (model.status !== 'found' || model.page.kind !== 'home') throw new Error('no home page')
  return model.page.guides
}

test('guides lead through articles in their order, and the home page names them', async ({
  content,
}) => {
  await content.folder.write(FILE, guideOf(FIRST, NEXT))
  await content.import()
  expect(await guidesOf(content)).toEqual([
    {
      slug: 'first-job',
      title: 'First job',
      description: 'For those who earn for the first time.',
      steps: [
        {
          title: 'How to read a pay stub, and what a 401(k) match is worth',
          path: `/articles/${FIRST}`,
          why: 'It says “why”.',
        },
        expect.objectContaining({ path: `/articles/${NEXT}` }),
      ],
    },
  ])
  expect(await homeGuides(content)).toEqual([
    {
      title: 'First job',
      description: 'For those who earn for the first time.',
      path: '/guides#first-job',
    },
  ])

  await content.folder.remove(FILE)
  await content.import()
  expect([await guidesOf(content), await homeGuides(content)]).toEqual([[], undefined])
})

test('a step follows its article to another address, and is left out while it is withdrawn', async ({
  content,
}) => {
  await content.folder.write(FILE, guideOf(FIRST, NEXT))
  await content.import()
  const followed = async (edit: () => Promise<unknown>) => {
    const { missed, excess } = await follow(content, edit)
    return { paths: await pathsOf(content), missed, excess }
  }
  const all = [`/articles/${FIRST}`, `/articles/${NEXT}`]
  expect(await pathsOf(content)).toEqual(all)
  const renamed = await followed(() =>
    content.commit('PATCH', `/articles/${NEXT}`, { slug: 'fund' }),
  )
  expect(renamed).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
  const withdrawn = await followed(() => content.commit('DELETE', '/articles/fund'))
  expect(withdrawn).toEqual({ paths: [all[0]], missed: [], excess: [] })
  const back = await followed(() => content.commit('PATCH', '/articles/fund', { withdrawn: false }))
  expect(back).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
  await content.commit('DELETE', `/articles/${FIRST}`)
  const taken = await followed(() =>
    content.commit('PUT', `/articles/${FIRST}`, articleDraft({ title: 'Another text there' })),
  )
  expect(taken).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
})

test('an edit of the guides rebuilds the pages that show them, and no other', async ({
  content,
}) => {
  const compared = await follow(content, () =>
    editSiteFile(content, 'guides', (text) =>
      text.replace('title: First job', 'title: The first job'),
    ),
  )
  expect(compared).toMatchObject({ missed: [], excess: [] })
  expect((await guidesOf(content))[0]?.title).toBe('The first job')
})

test('an article says what comes after it in each guide, and only its neighbours follow an edit of it', async ({
  content,
}) => {
  const LAST = 'places-for-emergency-cash-rated'
  const second = guideOf(LAST, FIRST).replaceAll('First job', 'Saving').replace('first-job', 'save')
  await content.folder.write(FILE, guideOf(FIRST, NEXT, LAST) + second)
  await content.import()
  const inFirst = { title: 'First job', path: '/guides#first-job', length: 3 }
  const inSecond = { title: 'Saving', path: '/guides#save', length: 2 }
  const to = (slug: string) => expect.objectContaining({ path: `/articles/${slug}` })
  const next = await content.pageModel(`/articles/${NEXT}`)
  if (next.status !== 'found' || next.page.kind !== 'article') throw new Error('no article')
  expect(await placesOf(content, FIRST)).toEqual([
    {
      ...inFirst,
      number: 1,
      next: { title: next.page.article.title, path: `/articles/${NEXT}` },
    },
    { ...inSecond, number: 2 },
  ])
  expect(await placesOf(content, NEXT)).toEqual([{ ...inFirst, number: 2, next: to(LAST) }])
  expect(await placesOf(content, LAST)).toEqual([
    { ...inFirst, number: 3 },
    { ...inSecond, number: 1, next: to(FIRST) },
  ])
  expect(await placesOf(content, 'how-a-broad-index-etf-works')).toBeUndefined()

  // A new title reaches the page before it, a withdrawn step is passed and keeps its number.
  const exact = { missed: [], excess: [] }
  const patch = (slug: string, fields: object) => () =>
    content.commit('PATCH', `/articles/${slug}`, fields)
  expect(await follow(content, patch(NEXT, { title: 'A fund' }))).toMatchObject(exact)
  expect((await placesOf(content, FIRST))?.[0]?.next?.title).toBe('A fund')
  expect(await follow(content, patch(NEXT, { slug: 'fund' }))).toMatchObject(exact)
  expect((await placesOf(content, FIRST))?.[0]?.next).toEqual(to('fund'))
  expect(await placesOf(content, 'fund')).toHaveLength(1)
  const gone = await follow(content, () => content.commit('DELETE', '/articles/fund'))
  expect(gone).toMatchObject(exact)
  expect((await placesOf(content, FIRST))?.[0]).toEqual({ ...inFirst, number: 1, next: to(LAST) })
  expect((await placesOf(content, LAST))?.[0]).toEqual({ ...inFirst, number: 3 })
  expect(await follow(content, patch('fund', { withdrawn: false }))).toMatchObject(exact)
  // Another text at the address that the guide names takes the place of the one that was there.
  const taken = await follow(content, () =>
    content.commit('PUT', `/articles/${NEXT}`, articleDraft({ title: 'Another text there' })),
  )
  expect(taken).toMatchObject(exact)
  expect((await placesOf(content, FIRST))?.[0]?.next).toEqual(to(NEXT))
  expect(await placesOf(content, 'fund')).toBeUndefined()

  // Of the articles that are in a guide, an edit of the guides reaches those that say otherwise then.
  const shorter = await follow(content, () =>
    putSiteFile(content, 'guides', { text: guideOf(FIRST, NEXT, LAST) }),
  )
  expect(shorter).toMatchObject(exact)
  expect(await placesOf(content, LAST)).toEqual([{ ...inFirst, number: 3 }])
})

test('guides with an article that is not there, or one twice, are refused by lint and the editor API', async ({
  content,
}) => {
  const wrong = guideOf(FIRST, `${NEXT}e`)
  await content.folder.write(FILE, wrong)
  const { problems } = await lintContent(content.folder.folder, 'en_US', content.clock.now)
  const missing = {
    line: 6,
    code: 'E-LINK-INT',
    message: expect.stringContaining(`did you mean "/articles/${NEXT}"?`),
  }
  expect(problems.filter(({ file }) => file === FILE)).toMatchObject([missing])
  const put = (text: string) => putSiteFile(content, 'guides', { text })
  expect(await put(wrong)).toMatchObject({ status: 400, reasons: [{ field: FILE, ...missing }] })
  expect(await put(guideOf(FIRST, NEXT, FIRST))).toMatchObject({
    status: 400,
    reasons: [{ line: 7, code: 'E-DUP-SLUG', message: expect.stringContaining('is listed twice') }],
  })
  const twice = `${guideOf(FIRST, NEXT)}${guideOf(FIRST, NEXT)}`
  expect(await put(twice)).toMatchObject({ status: 400, reasons: [{ code: 'E-DUP-SLUG' }] })
})

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
  const follow = async (edit: () => Promise<unknown>) => {
    const before = await readAllPages(content)
    const revision = await content.revision()
    await edit()
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    const { missed, excess } = compareWithTags(before, await readAllPages(content), touched)
    return { paths: await pathsOf(content), missed, excess }
  }
  const all = [`/articles/${FIRST}`, `/articles/${NEXT}`]
  expect(await pathsOf(content)).toEqual(all)
  const renamed = await follow(() => content.commit('PATCH', `/articles/${NEXT}`, { slug: 'fund' }))
  expect(renamed).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
  const withdrawn = await follow(() => content.commit('DELETE', '/articles/fund'))
  expect(withdrawn).toEqual({ paths: [all[0]], missed: [], excess: [] })
  const back = await follow(() => content.commit('PATCH', '/articles/fund', { withdrawn: false }))
  expect(back).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
  await content.commit('DELETE', `/articles/${FIRST}`)
  const taken = await follow(() =>
    content.commit('PUT', `/articles/${FIRST}`, articleDraft({ title: 'Another text there' })),
  )
  expect(taken).toEqual({ paths: [all[0], '/articles/fund'], missed: [], excess: [] })
})

test('an edit of the guides rebuilds the pages that show them, and no other', async ({
  content,
}) => {
  const before = await readAllPages(content)
  const revision = await content.revision()
  await editSiteFile(content, 'guides', (text) =>
    text.replace('title: First job', 'title: The first job'),
  )
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const compared = compareWithTags(before, await readAllPages(content), touched)
  expect(compared).toMatchObject({ missed: [], excess: [] })
  expect((await guidesOf(content))[0]?.title).toBe('The first job')
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

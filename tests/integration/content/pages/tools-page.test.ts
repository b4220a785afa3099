import { expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const PATH = '/articles/loans'
const RISK = '/expert-advice/risk-management'
const TRENDS = '/expert-advice/market-trends'
const BODY = `: The payment {#payment example}

| Your numbers | Value |
|---|---:|
| The loan | [$120,000](<input: loan, 1000 to 900000 by 1000>) |
| **A month** | [$1,000](<calc: loan / 10 / 12>) |
`
const filedUnder = (subcategory: string) => [
  { category: 'expert-advice', subcategories: [{ subcategory }] },
]

async function sectionsOf(content: TestContent) {
  const model = await content.pageModel('/tools')
  if (model.status !== 'found' || model.page.kind !== 'tools') throw new Error('no page of tools')
  return model.page.sections
}

const sectionOf = async (content: TestContent, caption: string) =>
  (await sectionsOf(content)).find(({ tools }) => tools.some((tool) => tool.caption === caption))
    ?.path

test('the subcategory with the most examples is first', async ({ shared: content }) => {
  const counts = (await sectionsOf(content)).map(({ tools }) => tools.length)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
})

/** The captions in a section after an edit, and the pages that its tags miss or name for nothing. */
async function follow(content: TestContent, section: string, change: object) {
  const before = await readAllPages(content)
  const revision = await content.revision()
  await content.commit('PATCH', PATH, change)
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const { missed, excess } = compareWithTags(before, await readAllPages(content), touched)
  const found = (await sectionsOf(content)).find(({ path }) => path === section)
  return {
    captions: found?.tools.map(({ caption }) => caption),
    told: touched.includes('tools'),
    wrong: [...missed, ...excess],
  }
}

test('an article that moves within its category takes its examples to another section', async ({
  content,
}) => {
  const entities = filedUnder('risk-management')
  await content.commit('PUT', PATH, articleDraft({ title: 'Loans', body: BODY, entities }))
  expect(await sectionOf(content, 'The payment')).toBe(RISK)
  const moved = await follow(content, TRENDS, { entities: filedUnder('market-trends') })
  expect(moved).toEqual({ captions: ['The payment'], told: true, wrong: [] })
})

test('a day of publication makes the page again only where it changes the order', async ({
  content,
}) => {
  const entities = filedUnder('market-trends')
  const draft = (title: string, publishedAt: string) =>
    articleDraft({ title, body: BODY.replace('The payment', title), entities, publishedAt })
  await content.commit('PUT', PATH, draft('Loans', '2026-02-02'))
  await content.commit('PUT', '/articles/rates', draft('Rates', '2026-01-15'))
  const order = ['Loans', 'Rates']
  const sooner = await follow(content, TRENDS, { publishedAt: '2026-01-20' })
  expect(sooner).toEqual({ captions: order, told: false, wrong: [] })
  const soonest = await follow(content, TRENDS, { publishedAt: '2026-01-10' })
  expect(soonest).toEqual({ captions: order.toReversed(), told: true, wrong: [] })
})

import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { saveFactsDay } from '../../../../services/content/edits/facts-day.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { FACTS_FILE, INSURED, LIMIT, writeFacts } from '../../../support/content/fact-content.ts'
import { editSiteFile, putSiteFile } from '../../../support/content/site-files.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const GUIDES = 'guides/en_US.yaml'
const PAY = 'how-to-read-a-pay-stub-and-401k-match'
const FUND = 'how-big-should-an-emergency-fund-be'

async function homeOf(content: TestContent) {
  const model = await content.pageModel('/')
  if (model.status !== 'found' || model.page.kind !== 'home') throw new Error('no home page')
  const { figures, tools = [], terms = [] } = model.page
  return {
    figures,
    tools: tools.map(({ path }) => path),
    terms: terms.map(({ title }) => title),
  }
}

/** What the home page shows after an edit, and the pages that its tags miss or name for nothing. */
async function follow(content: TestContent, edit: () => Promise<unknown>) {
  const before = await readAllPages(content)
  const revision = await content.revision()
  await edit()
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const { missed, excess } = compareWithTags(before, await readAllPages(content), touched)
  return { ...(await homeOf(content)), wrong: [...missed, ...excess] }
}

const guideOf = (...articles: string[]) => `- slug: first-job
  title: First job
  description: For those who earn for the first time.
  steps:
${articles.map((article) => `    - { article: ${article}, why: Because. }\n`).join('')}`

describe('calculators and words on the home page', () => {
  test('are the first ones of the articles that guides lead to, and follow them', async ({
    content,
  }) => {
    await content.folder.write(GUIDES, guideOf(PAY, FUND))
    await content.import()
    const tools = [`/articles/${PAY}#match`, `/articles/${FUND}#target`]
    expect(await homeOf(content)).toMatchObject({ tools, terms: ['401(k)', 'emergency fund'] })

    const patch = (slug: string, change: object) => () =>
      content.commit('PATCH', `/articles/${slug}`, change)
    const renamed = await follow(content, patch(FUND, { slug: 'fund' }))
    expect(renamed).toMatchObject({ tools: [tools[0], '/articles/fund#target'], wrong: [] })
    const retitled = await follow(content, patch('fund', { title: 'Money for emergencies' }))
    expect(retitled).toMatchObject({ wrong: [] })
    const terms = [{ term: 'reserve', definition: 'Money for emergencies.' }]
    const reworded = await follow(content, patch('fund', { terms }))
    expect(reworded).toMatchObject({ terms: ['401(k)', 'reserve'], wrong: [] })
    // This one stands in no list of the page.
    const { body } = (await content.edit('GET', `/articles/${PAY}`)).json()
    const plainer = await follow(content, patch(PAY, { body: 'No example.' }))
    expect(plainer).toMatchObject({ tools: ['/articles/fund#target'], wrong: [] })
    const again = await follow(content, patch(PAY, { body }))
    expect(again).toMatchObject({ tools: [tools[0], '/articles/fund#target'], wrong: [] })
    const gone = await follow(content, () => content.commit('DELETE', '/articles/fund'))
    expect(gone).toMatchObject({ tools: [tools[0]], terms: ['401(k)'], wrong: [] })
    const back = await follow(content, patch('fund', { withdrawn: false }))
    expect(back).toMatchObject({ terms: ['401(k)', 'reserve'], wrong: [] })
    // Another article at the address that the guide names.
    const plain = articleDraft({
      title: 'Another text there',
      body: 'No example.',
      // Too old for the lists of the page.
      publishedAt: '2025-01-02',
    })
    const taken = await follow(content, () => content.commit('PUT', `/articles/${FUND}`, plain))
    expect(taken).toMatchObject({ tools: [tools[0]], terms: ['401(k)'], wrong: [] })
  })

  test('are not shown where no guide is', async ({ content }) => {
    await content.folder.remove(GUIDES)
    await content.import()
    expect(await homeOf(content)).toMatchObject({ tools: [], terms: [] })
  })

  test('are at most four and ten', async ({ content }) => {
    const { tools, terms } = await homeOf(content)
    expect([tools.length, terms.length]).toEqual([4, 10])
  })
})

const ON_HOME = '  onHome: true\n'
const marked = (fact: string) => fact.replace('  source:', `${ON_HOME}  source:`)

describe('figures on the home page', () => {
  test('are the facts that editors marked, with the value of the day', async ({ content }) => {
    await writeFacts(content, marked(LIMIT) + INSURED)
    await content.import()
    const limit = {
      title: 'What an employee may put into a 401(k) in a year',
      path: '/facts#401k-limit',
      is: '$24,500',
      from: '2026-01-01',
    }
    expect((await homeOf(content)).figures).toEqual([limit])

    const unmarked = await follow(content, () =>
      editSiteFile(content, 'facts', (text) => text.replace(ON_HOME, '')),
    )
    expect(unmarked).toMatchObject({ figures: undefined, wrong: [] })
    const other = await follow(content, () =>
      editSiteFile(content, 'facts', () => LIMIT + marked(INSURED)),
    )
    expect(other).toMatchObject({ figures: [{ path: '/facts#fdic-limit' }], wrong: [] })
  })

  test('say when their time is over', async ({ content }) => {
    await writeFacts(content, marked(LIMIT))
    await content.import()
    const ended = await follow(content, () =>
      commitEdit(content.db, (edit) => saveFactsDay(edit, new Date('2027-01-01T00:00:00Z'))),
    )
    expect(ended).toMatchObject({ figures: [{ is: '$24,500', ended: '2026-12-31' }], wrong: [] })
  })

  test('are at most six: a seventh is refused at its line', async ({ content }) => {
    const facts = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        marked(INSURED).replace('fdic-limit', `limit-${at}`),
      ).join('')
    await writeFacts(content, facts(6))
    await content.import()
    expect((await homeOf(content)).figures).toHaveLength(6)
    expect(await putSiteFile(content, 'facts', { text: facts(7) })).toMatchObject({
      status: 400,
      reasons: [
        {
          field: FACTS_FILE,
          line: 39,
          code: 'E-FACT',
          message: expect.stringContaining('is more than the 6 facts that the home page shows'),
        },
      ],
    })
  })
})

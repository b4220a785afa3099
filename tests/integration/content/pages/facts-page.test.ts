import { expect } from 'vitest'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { INSURED, LIMIT, writeFacts } from '../../../support/content/fact-content.ts'
import { editSiteFile } from '../../../support/content/site-files.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const about = (subject: string, fact: string) =>
  fact.replace('  source:', `  subject: ${subject}\n  source:`)
const named = (name: string, fact: string) => fact.replace(/^- fact: .*/, `- fact: ${name}`)

/** Each group as its subject and the names of its facts. */
async function groupsOf(content: TestContent) {
  const model = await content.pageModel('/facts')
  if (model.status !== 'found' || model.page.kind !== 'facts') throw new Error('no page of facts')
  return model.page.groups.map(({ subject, facts }) => [
    subject?.id,
    subject?.title,
    ...facts.map(({ name }) => name),
  ])
}

test('figures of one subject stand together, in the order of their file', async ({ content }) => {
  const facts = [
    INSURED,
    about('Home loans', named('pmi', INSURED)),
    about('"Parents\' gifts"', named('gifts', INSURED)),
    about('Home loans', named('fha', INSURED)),
  ]
  await writeFacts(content, facts.join(''))
  await content.import()
  expect(await groupsOf(content)).toEqual([
    ['subject_home-loans', 'Home loans', 'pmi', 'fha'],
    ['subject_parents-gifts', 'Parents’ gifts', 'gifts'],
    [undefined, undefined, 'fdic-limit'],
  ])
})

test('another subject makes the page again, and no text that prints the figure', async ({
  content,
}) => {
  await writeFacts(content, LIMIT + INSURED, { saving: 'It is [$24,500](fact:401k-limit).' })
  await content.import()
  expect(await groupsOf(content)).toEqual([[undefined, undefined, '401k-limit', 'fdic-limit']])
  const before = await readAllPages(content)
  const revision = await content.revision()
  await editSiteFile(content, 'facts', () => about('Retirement', LIMIT) + INSURED)
  expect(await groupsOf(content)).toEqual([
    ['subject_retirement', 'Retirement', '401k-limit'],
    [undefined, undefined, 'fdic-limit'],
  ])
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  expect(touched).toContain('facts')
  expect(touched).not.toContain('fact:401k-limit')
  const { missed, excess } = compareWithTags(before, await readAllPages(content), touched)
  expect({ missed, excess }).toEqual({ missed: [], excess: [] })
})

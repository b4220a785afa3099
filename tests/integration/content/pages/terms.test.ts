import { expect } from 'vitest'
import { relinkAll } from '../../../../services/content/edits/relink.ts'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const explain = (term: string, more: object = {}) => ({
  term,
  definition: `What ${term} is.`,
  ...more,
})

const publish = (content: TestContent, slug: string, changes: object) =>
  content.commit('PUT', `/articles/${slug}`, articleDraft({ title: `About ${slug}`, ...changes }))

async function termPage(content: TestContent, slug: string) {
  const model = await content.pageModel(`/terms/${slug}`)
  if (model.status !== 'found' || model.page.kind !== 'term') throw new Error(model.status)
  return model.page
}

const usersOf = async (content: TestContent, slug: string) =>
  (await termPage(content, slug)).users.map(({ path }) => path)

const besideOf = async (content: TestContent, slug: string) => {
  const { previous, next } = await termPage(content, slug)
  return [previous?.title, next?.title]
}

const settle = ({ db }: TestContent) => relinkAll(db, 'en_US')

/** The pages that an edit changes, which are exactly those that its tags name. */
async function changedBy(content: TestContent, edit: () => Promise<unknown>): Promise<string[]> {
  const kept = await readAllPages(content)
  const revision = await content.revision()
  await edit()
  const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
  const compared = compareWithTags(kept, await readAllPages(content), touched)
  expect(compared).toMatchObject({ missed: [], excess: [], unrecorded: [] })
  return compared.met
}

test('a term has a page: what it means, its forms, what explains it, and its neighbours', async ({
  content,
}) => {
  const page = await termPage(content, 'bond')
  expect(page).toMatchObject({
    path: '/terms/bond',
    title: 'Bond',
    definition: expect.stringMatching(/^A loan to a government or company/),
    also: ['bonds'],
    article: { path: '/articles/what-a-bond-is-and-why-its-price-moves' },
    example: { path: '/articles/what-a-bond-is-and-why-its-price-moves#bond-price' },
    dictionary: {
      index: { path: '/investment-dictionaries/letters' },
      letter: { title: 'B', path: '/investment-dictionaries/letters/b' },
    },
  })
  expect(page.users).toHaveLength(6)
  expect(page.seo).toEqual({
    title: 'Bond – Investment dictionaries – Finlore',
    description: page.definition,
  })
  expect((await content.pageModel('/terms/no-such-term')).status).toBe('unknown')

  await publish(content, 'greek', { terms: [explain('xa'), explain('xc', { also: ['XB'] })] })
  await settle(content)
  expect(await besideOf(content, 'xa')).toEqual([undefined, 'Xc'])
  expect(await besideOf(content, 'xc')).toEqual(['Xa', undefined])
  expect((await termPage(content, 'xc')).also).toEqual(['XB'])
})

test('a new article makes at most 25 pages again, with eight terms that it uses and three that it explains [P2]', async ({
  content,
}) => {
  const used = Array.from({ length: 8 }, (_, at) => `quorum${'abcdefgh'[at]}`)
  await publish(content, 'words', { terms: used.map((term) => explain(term)) })
  await settle(content)

  const own = ['quorumaa', 'quorumcc', 'zeta'].map((term) => explain(term))
  const met = await changedBy(content, () =>
    publish(content, 'text', { body: used.join(', '), terms: own }),
  )
  expect(met.length, met.join(' ')).toBeLessThanOrEqual(25)
  expect(met.filter((path) => path.startsWith('/terms/'))).toEqual([
    '/terms/quorumaa',
    '/terms/quorumcc',
    '/terms/zeta',
  ])
  expect(await usersOf(content, 'quoruma')).toEqual([])
  expect(await besideOf(content, 'quoruma')).toEqual(['Qualified dividend', 'Quorumb'])

  // A moment later, in an edit of its own.
  const later = await changedBy(content, () => settle(content))
  expect(later).toEqual(expect.arrayContaining(used.map((term) => `/terms/${term}`)))
  expect(later.filter((path) => !path.startsWith('/terms/'))).toEqual([])
  expect(await usersOf(content, 'quorumh')).toEqual(['/articles/text'])
  expect(await besideOf(content, 'quoruma')).toEqual(['Qualified dividend', 'Quorumaa'])
})

test('it names six articles that use it, and another one only when one of them leaves', async ({
  content,
}) => {
  await publish(content, 'words', { terms: [explain('quorum')] })
  for (let number = 1; number <= 7; number++) {
    await publish(content, `user-${number}`, { body: 'A quorum.' })
  }
  await settle(content)
  const users = await usersOf(content, 'quorum')
  expect(users).toHaveLength(6)

  const [first = '', second = ''] = users
  await changedBy(content, () => content.commit('DELETE', first))
  expect(await usersOf(content, 'quorum')).toHaveLength(6)
  await changedBy(content, () => content.commit('PATCH', second, { title: 'Another title' }))
  expect((await termPage(content, 'quorum')).users).toContainEqual({
    title: 'Another title',
    path: second,
  })
  await changedBy(content, () => content.commit('PATCH', second, { body: 'No such word.' }))
  expect(await usersOf(content, 'quorum')).toHaveLength(5)
  await changedBy(content, () => content.commit('PATCH', second, { body: 'A quorum again.' }))
  expect(await usersOf(content, 'quorum')).toHaveLength(6)
})

test('readers of a term that is gone are led to what explained it, or get 410 with it', async ({
  content,
}) => {
  const at = (path: string) => content.pageModel(path)
  await publish(content, 'words', { terms: [explain('quorum')] })
  await content.commit('PATCH', '/articles/words', { terms: [explain('majority')] })
  expect(await at('/terms/quorum')).toMatchObject({
    status: 'moved',
    location: '/articles/words',
    redirect: 301,
  })
  await content.commit('PATCH', '/articles/words', { slug: 'votes' })
  expect(await at('/terms/quorum')).toMatchObject({ location: '/articles/votes' })

  await changedBy(content, () => content.commit('DELETE', '/articles/votes'))
  expect((await at('/terms/majority')).status).toBe('gone')
  expect((await at('/terms/quorum')).status).toBe('gone')

  await content.commit('PATCH', '/articles/votes', { withdrawn: false })
  expect((await at('/terms/majority')).status).toBe('found')
  await changedBy(content, () => publish(content, 'anew', { terms: [explain('quorum')] }))
  expect(await termPage(content, 'quorum')).toMatchObject({ article: { path: '/articles/anew' } })
})

test('two terms with one address are an error of the files, also within one', async ({
  content,
}) => {
  const article = (slug: string, ...terms: string[]) =>
    content.folder.write(
      `articles/en_US/${slug}.md`,
      `---\nslug: ${slug}\ntitle: About ${slug}\ndescription: It explains words.\nauthor: Eleanor Whitcombe\nprovenance: human\nterms:\n${terms
        .map((term) => `  - term: "${term}"\n    definition: A word.\n`)
        .join('')}entities:\n  - category: expert-advice\n---\n\nWords.\n`,
    )
  await article('first', 'Quorum')
  await article('second', 'other', 'quorum')
  await expect(content.import()).rejects.toThrow(
    'articles/en_US/second.md:10: E-DUP-SLUG terms.1.term "quorum" has the address /terms/quorum, as has a term of articles/en_US/first.md',
  )
  await article('second', 'C plus', 'C+plus')
  const { problems } = await lintContent(content.folder.folder, 'en_US', new Date())
  expect(problems).toContainEqual(
    expect.objectContaining({
      file: 'articles/en_US/second.md',
      message: expect.stringContaining('has the address /terms/c-plus, as has another term'),
    }),
  )
})

test('an article that is back may explain what another explains by now, and one of them has the page', async ({
  content,
}) => {
  await publish(content, 'one', { terms: [explain('quorum')] })
  await content.commit('DELETE', '/articles/one')
  await publish(content, 'two', { terms: [explain('Quorum')] })
  await changedBy(content, () => content.commit('PATCH', '/articles/one', { withdrawn: false }))
  const { article } = await termPage(content, 'quorum')
  await changedBy(content, () => content.commit('DELETE', article.path))
  expect((await termPage(content, 'quorum')).article.path).not.toBe(article.path)
})

test('links of texts may lead to a term, and to no other address below /terms', async ({
  content,
}) => {
  await publish(content, 'linking', { body: 'A [bond](/terms/bond).' })
  const refused = await content.edit('PATCH', '/articles/linking', {
    body: 'A [bond](/terms/bondage).',
  })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().reasons[0]).toMatchObject({ code: 'E-LINK-INT' })
})

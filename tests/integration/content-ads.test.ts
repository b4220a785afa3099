import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { Tag } from '../../services/shared/contracts/primitives.ts'
import { contentTest as test } from '../support/content-service.ts'

const LINK = '<a href="https://a.example/">A</a> text'

const ads = (sapeLinks: Record<string, string[]>, sapeNewUrl?: string) => ({
  sapeData: { sapeLinks, ...(sapeNewUrl !== undefined && { sapeNewUrl }) },
})

describe('ad data', () => {
  test('is stored under normalised paths, link by link', async ({ content }) => {
    await content.commit(
      'PUT',
      '/ads',
      ads({
        '/': [LINK],
        'expert-advice/': [LINK, ''],
        '//authors//': [LINK],
        '/terms?from=ads#top': ['plain'],
      }),
    )

    const stored = await content.db.selectFrom('ad').selectAll().orderBy('path').execute()
    expect(stored).toEqual([
      { path: '/', links: [LINK] },
      { path: '/authors', links: [LINK] },
      { path: '/expert-advice', links: [LINK, ''] },
      { path: '/terms', links: ['plain'] },
    ])
  })

  test('touches the paths whose links differ, and no others', async ({ content }) => {
    const first = await content.commit('PUT', '/ads', ads({ '/': [LINK], '/terms': ['x'] }, '<b>'))
    const second = await content.commit(
      'PUT',
      '/ads',
      ads({ '/': [LINK], '/authors': ['y'] }, '<b>'),
    )
    const third = await content.commit('PUT', '/ads', ads({ '/': ['z'], '/authors': ['y'] }))

    expect((await content.changesAfter(first - 1)).map(({ tags }) => tags)).toEqual([
      ['ads:*', 'ads:/', 'ads:/terms'],
      ['ads:/authors', 'ads:/terms'],
      ['ads:*', 'ads:/'],
    ])
    expect([second, third]).toEqual([first + 1, first + 2])
  })

  test('that is there already writes nothing', async ({ content }) => {
    for (const document of [
      ads({ '/': [LINK], '/terms': [] }, '<b>new</b>'),
      ads({ '/a': ['1'], '/a/': ['2'], a: ['3'] }),
      ads({}),
    ]) {
      const revision = await content.commit('PUT', '/ads', document)
      expect(await content.commit('PUT', '/ads', document)).toBe(revision)
    }
  })

  test('of one path that is written in several ways is kept whole', async ({ content }) => {
    await content.commit('PUT', '/ads', ads({ '/a': ['1'], '/a/': ['2'], 'a?x': ['3'] }))

    const stored = await content.db.selectFrom('ad').selectAll().execute()
    expect(stored).toEqual([{ path: '/a', links: ['1', '2', '3'] }])
  })

  test('of the longest path makes a tag that followers accept', async ({ content }) => {
    const path = `/${'x'.repeat(399)}`
    const revision = await content.commit('PUT', '/ads', ads({ [path]: [LINK] }))

    const [change] = await content.changesAfter(revision - 1)
    expect(change?.tags).toHaveLength(1)
    expect(change?.tags.every((tag) => Value.Check(Tag, tag))).toBe(true)
  })

  test('is refused when it has another shape', async ({ content }) => {
    const before = await content.revision()
    for (const body of [
      undefined,
      {},
      { sapeData: { sapeLinks: { '/': 'x' } } },
      { sapeData: { sapeLinks: { '/': [1] } } },
      { sapeData: { sapeLinks: { '/': ['x'.repeat(2049)] } } },
      { sapeData: { sapeLinks: { '/': Array(21).fill('x') } } },
      { sapeData: { sapeLinks: { ['x'.repeat(401)]: [] } } },
      { sapeData: { sapeLinks: {}, sapeNewUrl: ['x'] } },
    ]) {
      expect((await content.edit('PUT', '/ads', body)).statusCode).toBe(400)
    }
    expect(await content.revision()).toBe(before)
  })
})

import pg from 'pg'
import { afterEach, expect, vi } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The statements of every transaction that made a revision, from now on. */
function recordEdits(): string[][] {
  const edits: string[][] = []
  const current = new Map<pg.Client, string[]>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [statement] = given
    const text = typeof statement === 'string' ? statement : String(Object(statement).text)
    if (text.startsWith('begin')) current.set(this, [])
    current.get(this)?.push(text)
    if (text === 'commit') {
      const statements = current.get(this) ?? []
      current.delete(this)
      if (statements.some((one) => one.startsWith('insert into "change"'))) edits.push(statements)
    }
    return Reflect.apply(query, this, given)
  })
  return edits
}

const write = (content: TestContent, slug: string, changes: object) =>
  content.commit('PUT', `/articles/${slug}`, articleDraft({ title: slug, ...changes }))

test('an edit of an article sends few statements, whatever part of it changes', async ({
  content,
}) => {
  // What the first edit of a process reads, the next one remembers.
  await write(content, 'first', {})
  // An edit that opens a further page of a list needs one statement more: none below is such a one.
  await write(content, 'before', {})
  const edits = recordEdits()

  await write(content, 'second', {})
  await content.commit('PATCH', '/articles/second', { title: 'The second one' })
  await content.commit('PATCH', '/articles/second', {
    terms: [{ term: 'Second thing', definition: 'A thing that comes after the first thing.' }],
  })
  await content.commit('DELETE', '/articles/second')

  const [created, retitled, defined, withdrawn] = edits.map(({ length }) => length)
  // One is for neighbours whose subcategory has fewer than five articles: they suggest others of their category.
  expect(created).toBeLessThanOrEqual(27)
  expect(retitled).toBeLessThanOrEqual(21)
  // One looks whether another article explains the new term already.
  expect(defined).toBeLessThanOrEqual(46)
  expect(withdrawn).toBeLessThanOrEqual(45)
})

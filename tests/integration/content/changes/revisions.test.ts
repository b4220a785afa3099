import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import {
  articleDraft,
  type ContentApp,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

/** Follows the feed as a sibling service does; notes every revision in the order in which it came. */
async function whileFollowing(
  content: TestContent,
  work: (seen: readonly number[], other: ContentApp) => Promise<void>,
): Promise<void> {
  const other = content.openReplica()
  const seen: number[] = []
  let stopped = false
  const following = (async () => {
    for (let after = 0; !stopped; after = seen.at(-1) ?? 0) {
      seen.push(...(await content.changesAfter(after)).map(({ revision }) => revision))
    }
  })()
  try {
    await work(seen, other)
  } finally {
    stopped = true
    await following
    await other.close()
  }
}

/** @returns the revision that a new article made */
async function put({ app, token }: ContentApp, slug: string): Promise<number> {
  const answer = await app.inject({
    method: 'PUT',
    url: `/articles/${slug}`,
    headers: { authorization: `Bearer ${token}`, 'if-none-match': '*' },
    payload: articleDraft({ title: `Article ${slug}` }),
  })
  return answer.json().revision
}

/** Connections that wait for another one to end its transaction. */
async function countWaiting({ db }: TestContent): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length
}

describe('revision order', () => {
  test('is commit order, however slow the writers are', async ({ content }) => {
    await whileFollowing(content, async (seen, other) => {
      const firstMayEnd = Promise.withResolvers<void>()
      const firstHasWritten = Promise.withResolvers<number>()
      const first = commitEdit(content.db, async (edit) => {
        edit.touch('test:first')
        firstHasWritten.resolve(edit.revision)
        await firstMayEnd.promise
      })
      const started = await firstHasWritten.promise
      const second = put(other, 'second')
      try {
        await expect.poll(() => countWaiting(content)).toBe(1)
        expect(await content.revision()).toBe(started - 1)
        expect(await content.pageModel('/articles/second')).toMatchObject({ status: 'unknown' })
      } finally {
        firstMayEnd.resolve()
      }

      expect((await first).revision).toBe(started)
      expect(await second).toBe(started + 1)
      await expect.poll(() => seen).toEqual([1, started, started + 1])
    })
  })

  test('has no gap where an edit failed', async ({ content }) => {
    const before = await content.revision()
    await expect(
      commitEdit(content.db, async (edit) => {
        edit.touch('test')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')

    expect(await content.commit('PUT', '/articles/mine', articleDraft())).toBe(before + 1)
  })

  test('has no revision for an edit that touches nothing', async ({ content }) => {
    const before = await content.revision()
    const outcome = await commitEdit(content.db, async () => 'nothing')

    expect(outcome).toEqual({ result: 'nothing', revision: before, changed: false, tags: [] })
    expect(await content.changesAfter(before)).toEqual([])
  })

  test('is gapless for twenty concurrent editors, and complete for a follower', async ({
    content,
  }) => {
    await whileFollowing(content, async (seen, other) => {
      const before = await content.revision()
      const revisions = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          put(index % 2 === 0 ? content : other, `article-${index}`),
        ),
      )

      // Those that wait for each other become one revision.
      const last = Math.max(...revisions)
      const expected = Array.from({ length: last - before }, (_, index) => before + 1 + index)
      expect([...new Set(revisions)].toSorted((a, b) => a - b)).toEqual(expected)
      expect(expected.length).toBeLessThan(20)
      await expect.poll(() => seen).toEqual([1, ...expected])
    })
  })

  test('is not affected by the failed edit of another editor in the same group', async ({
    content,
  }) => {
    const before = await content.revision()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        content.edit(
          'PUT',
          `/articles/article-${index}`,
          articleDraft({ title: index === 5 ? '' : `Article ${index}` }),
        ),
      ),
    )

    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(statuses.map((_, index) => (index === 5 ? 400 : 201)))
    expect(await content.revision()).toBe(before + 9)
    for (const index of [0, 4, 6, 9]) {
      expect(await content.pageModel(`/articles/article-${index}`)).toMatchObject({
        status: 'found',
      })
    }
  })

  test('returns the current version to an edit that changes nothing', async ({ content }) => {
    const url = '/articles/what-a-bond-is-and-why-its-price-moves'
    const { headers } = await content.edit('GET', url)
    const draft = (await content.edit('GET', url)).json()
    // The first one is committed alone, and the others wait for it.
    const [, unchanged] = await Promise.all([
      content.edit('PUT', '/articles/one', articleDraft()),
      content.edit('PUT', url, draft),
      content.edit('PUT', '/articles/two', articleDraft()),
    ])

    expect(unchanged.statusCode).toBe(200)
    expect(unchanged.headers.etag).toBe(headers.etag)
    expect((await content.edit('GET', url)).headers.etag).toBe(headers.etag)
  })

  test('accepts one of two edits of the same version', async ({ content }) => {
    const url = '/articles/what-a-bond-is-and-why-its-price-moves'
    const { headers } = await content.edit('GET', url)
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) =>
        content.edit('PATCH', url, { title }, { 'if-match': String(headers.etag) }),
      ),
    )

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412])
  })
})

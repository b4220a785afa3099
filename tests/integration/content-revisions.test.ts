import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commitEdit } from '../../services/content/editing/commit-edit.ts'
import { articleDraft, type TestContent, contentTest as test } from '../support/content-service.ts'

/** Follows the feed as a sibling service does, and notes every revision in the order it came. */
function follow(content: TestContent) {
  const seen: number[] = []
  let stopped = false
  const following = (async () => {
    let after = 0
    while (!stopped) {
      for (const { revision } of await content.changesAfter(after)) {
        seen.push(revision)
        after = revision
      }
    }
  })()
  return {
    seen,
    async stop() {
      stopped = true
      await following
    },
  }
}

const waitingForLock = (content: TestContent) =>
  sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `
    .execute(content.db)
    .then(({ rows }) => Number(rows[0]?.count))

describe('revision order', () => {
  test('is commit order, however slow the writers are', async ({ content }) => {
    const other = content.openReplica()
    const follower = follow(content)
    const firstMayEnd = Promise.withResolvers<void>()
    const firstHasWritten = Promise.withResolvers<number>()
    const first = commitEdit(content.db, async (edit) => {
      edit.touch('test:first')
      firstHasWritten.resolve(edit.revision)
      await firstMayEnd.promise
    })
    const started = await firstHasWritten.promise

    const second = other.app.inject({
      method: 'PUT',
      url: '/articles/second',
      headers: { authorization: `Bearer ${content.token}` },
      payload: articleDraft(),
    })
    await expect.poll(() => waitingForLock(content)).toBe(1)
    expect(await content.revision()).toBe(started - 1)
    expect(await content.pageModel('/articles/second')).toMatchObject({ status: 'unknown' })

    firstMayEnd.resolve()
    expect((await first).revision).toBe(started)
    expect((await second).json().revision).toBe(started + 1)
    await expect.poll(() => follower.seen).toEqual([1, started, started + 1])
    await follower.stop()
    await other.close()
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

  test('makes no revision of an edit that touches nothing', async ({ content }) => {
    const before = await content.revision()
    const outcome = await commitEdit(content.db, async () => 'nothing')

    expect(outcome).toEqual({ result: 'nothing', revision: before, changed: false })
    expect(await content.changesAfter(before)).toEqual([])
  })

  test('is gapless for twenty editors at once, and a follower misses none', async ({ content }) => {
    const other = content.openReplica()
    const follower = follow(content)
    const before = await content.revision()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        [content, other][index % 2]?.app.inject({
          method: 'PUT',
          url: `/articles/article-${index}`,
          headers: { authorization: `Bearer ${content.token}` },
          payload: articleDraft({ title: `Article ${index}` }),
        }),
      ),
    )

    const revisions = answers.map((answer) => answer?.json().revision).toSorted((a, b) => a - b)
    const expected = Array.from({ length: 20 }, (_, index) => before + 1 + index)
    expect(revisions).toEqual(expected)
    await expect.poll(() => follower.seen).toEqual([1, ...expected])
    await follower.stop()
    await other.close()
  })

  test('lets one of two editors win who saw the same', async ({ content }) => {
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

import { once } from 'node:events'
import { get } from 'node:http'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { ChangeFeed } from '../../../../services/shared/contracts/change.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

/** A long poll, and how long it took. */
async function poll(content: Pick<TestContent, 'app'>, after: number, waitMs: number) {
  const started = performance.now()
  const answer = await content.app.inject(`/changes?after=${after}&waitMs=${waitMs}`)
  const feed: ChangeFeed = answer.json()
  return { feed, tookMs: performance.now() - started }
}

/** Resolves when somebody waits for the next change: a poll that has read and found nothing. */
const listening = (content: TestContent) =>
  expect
    .poll(() =>
      sql`select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'finlore-content-changes'
          and query like 'listen%'`
        .execute(content.db)
        .then(({ rows }) => rows.length),
    )
    .toBeGreaterThan(0)

describe('the change feed', () => {
  test('returns what each edit touched, in order', async ({ content }) => {
    const before = await content.revision()
    await content.commit('PUT', '/articles/mine', articleDraft())
    const { feed } = await poll(content, before, 0)

    expect(Value.Check(ChangeFeed, feed)).toBe(true)
    expect(feed).toMatchObject({ revision: before + 1, changes: [{ revision: before + 1 }] })
    const [change] = feed.changes
    expect(change?.tags).toEqual(change?.tags.toSorted())
    expect(change?.tags).toEqual(
      expect.arrayContaining(['roster', 'newest', 'address:/articles/mine']),
    )
    expect((await poll(content, before + 1, 0)).feed.changes).toEqual([])
  })

  test('answers within milliseconds of a commit', async ({ content }) => {
    await listening(content)
    const before = await content.revision()
    const waiting = poll(content, before, 20_000)
    const started = performance.now()
    const revision = await content.commit('PUT', '/articles/mine', articleDraft())

    const { feed } = await waiting
    expect(feed).toMatchObject({ revision, changes: [{ revision }] })
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  test('includes commits of other instances', async ({ content }) => {
    const other = content.openReplica()
    await listening(content)
    const before = await content.revision()
    const waiting = [poll(content, before, 20_000), poll(other, before, 20_000)]
    const started = performance.now()
    await other.app.inject({
      method: 'PUT',
      url: '/articles/mine',
      headers: { authorization: `Bearer ${content.token}`, 'if-none-match': '*' },
      payload: articleDraft(),
    })

    for (const { feed } of await Promise.all(waiting)) expect(feed.revision).toBe(before + 1)
    expect(performance.now() - started).toBeLessThan(1_500)
    await other.close()
  })

  test('returns the edited pages to builders, and the tags to other followers', async ({
    content,
  }) => {
    await listening(content)
    const before = await content.revision()
    const address = `/changes?after=${before}`
    const [withModels, without] = [
      content.app.inject(`${address}&waitMs=20000&models=true`),
      content.app.inject(`${address}&waitMs=20000`),
    ]
    const revision = await content.commit('PUT', '/articles/mine', articleDraft())

    const fromTable = (await content.app.inject(address)).json()
    expect((await without).json()).toEqual(fromTable)
    const { editedPages, ...feed } = (await withModels).json()
    expect(feed).toEqual(fromTable)
    expect(editedPages).toEqual(['/articles/mine'])
    const models = await content.app.inject('/page-models?paths=/articles/mine')
    const begun = await content.app.inject(`/page-models?paths=/articles/mine&since=${revision}`)
    expect(begun.json()).toEqual(models.json())
    expect(begun.json().revision).toBe(revision)
  })

  test('includes an edit that is too long for a notification', async ({ content }) => {
    await listening(content)
    const before = await content.revision()
    const waiting = content.app.inject(`/changes?after=${before}&waitMs=20000&models=true`)
    const tags = Array.from({ length: 600 }, (_, number) => `address:/articles/number-${number}`)
    await commitEdit(content.db, async (edit) => edit.touch(...tags))

    const feed = (await waiting).json()
    expect(feed.changes).toMatchObject([{ revision: before + 1, tags: tags.toSorted() }])
    expect(feed.editedPages).toBeUndefined()
  })

  test('continues after its connection to Postgres is cut', async ({ content }) => {
    await listening(content)
    const before = await content.revision()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'finlore-content-changes'`.execute(
      content.db,
    )
    const waiting = poll(content, before, 20_000)
    await content.commit('PUT', '/articles/mine', articleDraft())

    const { feed, tookMs } = await waiting
    expect(feed.revision).toBe(before + 1)
    expect(tookMs).toBeLessThan(4_000)
  })

  test('answers with nothing when nothing happens', async ({ content }) => {
    const before = await content.revision()
    const { feed, tookMs } = await poll(content, before, 300)

    expect(feed).toMatchObject({ revision: before, changes: [] })
    expect(tookMs).toBeGreaterThanOrEqual(290)
    expect(tookMs).toBeLessThan(2_000)
  })

  test('answers at once to a follower that is ahead', async ({ content }) => {
    const before = await content.revision()
    const { feed, tookMs } = await poll(content, before + 5, 20_000)

    expect(feed).toMatchObject({ revision: before, changes: [] })
    expect(tookMs).toBeLessThan(1_500)
  })

  test('waits for a follower over a connection, and drops one that disconnects', async ({
    content,
  }) => {
    const address = await content.app.listen({ host: '127.0.0.1', port: 0 })
    const before = await content.revision()
    const answered = fetch(`${address}/changes?after=${before}&waitMs=400`)
    const started = performance.now()
    expect(await (await answered).json()).toMatchObject({ changes: [] })
    expect(performance.now() - started).toBeGreaterThan(350)

    const leaving = get(`${address}/changes?after=${before}&waitMs=20000`)
    leaving.on('error', () => {})
    await once(leaving, 'socket')
    leaving.destroy()
    await content.commit('PUT', '/articles/mine', articleDraft())
    expect(await content.revision()).toBe(before + 1)
  })

  test('does not delay the stop of the service by waiting followers', async ({ content }) => {
    const replica = content.openReplica()
    const address = await replica.app.listen({ host: '127.0.0.1', port: 0 })
    const before = await content.revision()
    const waiting = [1, 2, 3].map(async () => {
      const answer = await fetch(`${address}/changes?after=${before}&waitMs=20000`)
      return answer.json()
    })
    await expect.poll(() => connectionsOf(replica.app.server)).toBe(3)

    const started = performance.now()
    await replica.close()
    expect(performance.now() - started).toBeLessThan(2_000)
    for (const feed of await Promise.all(waiting)) expect(feed).toMatchObject({ changes: [] })
  })

  test('is paged by five hundred edits', async ({ content }) => {
    const before = await content.revision()
    await sql`insert into change (revision, tags)
      select number, '{test}' from generate_series(${before + 1}::int, ${before + 501}) as number
    `.execute(content.db)
    await content.db
      .updateTable('history')
      .set({ revision: before + 501 })
      .execute()
    const first = await content.app.inject(`/changes?after=${before}`)
    const { revision, changes }: ChangeFeed = first.json()

    expect(revision).toBe(before + 501)
    expect(changes.map((change) => change.revision)).toEqual(
      Array.from({ length: 500 }, (_, index) => before + 1 + index),
    )
    expect(await content.changesAfter(before + 500)).toMatchObject([{ revision: before + 501 }])
  })
})

const connectionsOf = (server: {
  getConnections(done: (error: unknown, count: number) => void): void
}) => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Forgotten, forgetPast } from '../../../../services/content/editions/forget-past.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'

const ALWAYS = { KEEP_CHANGES_DAYS: 0, KEEP_EDITIONS_DAYS: 0 }

/** Forgets, as a replica of the service does. @returns what each batch has forgotten */
function run({ db }: TestContent, keep: object): Forgotten[] {
  const forgotten: Forgotten[] = []
  const running = forgetPast({
    db,
    keep: { ...ALWAYS, ...keep },
    onForgotten: (batch) => forgotten.push(batch),
    onFailure: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(() => running.stop())
  return forgotten
}

describe('the records of edits', () => {
  const revisions = async ({ db }: TestContent) =>
    (await db.selectFrom('change').select('revision').orderBy('revision').execute()).map(
      ({ revision }) => revision,
    )

  test('are kept as long as is said, and the newest 1,000 however old [A19]', async ({
    content,
  }) => {
    const { db } = content
    const first = await content.revision()
    await sql`
      insert into change (revision, tags, at)
        select ${first}::int + number, '{x}', now() - interval '91 days'
          from generate_series(1, 1700) as number
    `.execute(db)
    await db
      .updateTable('history')
      .set({ revision: first + 1_700 })
      .execute()
    await sql`update change set at = now() - interval '91 days'`.execute(db)

    run(content, {})
    run(content, { KEEP_CHANGES_DAYS: 92 })
    const batches = [
      run(content, { KEEP_CHANGES_DAYS: 90 }),
      run(content, { KEEP_CHANGES_DAYS: 90 }),
    ]
    await vi.waitFor(async () => expect(await revisions(content)).toHaveLength(1_000), 10_000)
    expect(await revisions(content)).toEqual(
      Array.from({ length: 1_000 }, (_, at) => first + 701 + at),
    )
    for (const { changes } of batches.flat()) expect(changes).toBeLessThanOrEqual(500)
    // Followers read on from there, and edits go on.
    const before = await content.revision()
    await content.commit('PUT', '/articles/mine', articleDraft())
    expect(await content.revision()).toBe(before + 1)
    expect(await content.changesAfter(before)).toHaveLength(1)
  })
})

describe('editions that others have replaced', () => {
  const numbers = async (content: TestContent, slug: string) =>
    (await content.edit('GET', `/articles/${slug}/editions`))
      .json()
      .editions.map(({ number }: { number: number }) => number)

  test('are kept always, or as long as is said; and those that something began from [B8]', async ({
    content,
  }) => {
    const { db } = content
    for (const slug of ['mine', 'drafted', 'gone']) {
      await content.commit('PUT', `/articles/${slug}`, articleDraft({ title: slug }))
      await content.commit('PATCH', `/articles/${slug}`, { body: 'Second.' })
      if (slug === 'drafted') {
        await sendEdit(content, 'POST', '/drafts', { body: { article: slug } })
      }
      await content.commit('PATCH', `/articles/${slug}`, { body: 'Third.' })
    }
    await content.commit('DELETE', '/articles/gone')
    // Of a file whose article was edited through the API twice.
    const filed = 'how-a-broad-index-etf-works'
    for (const body of ['By Anna.', 'By Boris.']) {
      await content.commit('PATCH', `/articles/${filed}`, { body })
    }
    await sql`
      update edition set ended_at = now() - interval '31 days' where ended_at is not null
    `.execute(db)
    // One that was replaced only now.
    await content.commit('PATCH', '/articles/mine', { body: 'Fourth.' })

    run(content, {})
    run(content, { KEEP_EDITIONS_DAYS: 32 })
    const [one, other] = [
      run(content, { KEEP_EDITIONS_DAYS: 30 }),
      run(content, { KEEP_EDITIONS_DAYS: 30 }),
    ]
    await vi.waitFor(() => {
      const sum = [...one, ...other].reduce((all, { editions }) => all + editions, 0)
      expect(sum).toBe(6)
    }, 10_000)
    expect(await numbers(content, 'mine')).toEqual([4, 3])
    expect(await numbers(content, 'drafted')).toEqual([3, 2])
    expect(await numbers(content, 'gone')).toEqual([3])
    expect(await numbers(content, filed)).toEqual([3, 1])
    expect((await content.edit('GET', '/articles/mine/editions/1')).statusCode).toBe(404)
    // Numbers are never used twice.
    await content.commit('PATCH', '/articles/mine', { body: 'Fifth.' })
    expect(await numbers(content, 'mine')).toEqual([5, 4, 3])
    await expect(db.deleteFrom('edition').execute()).rejects.toThrow('stays as it is')
  })
})

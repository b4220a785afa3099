import pg from 'pg'
import { expect, vi } from 'vitest'
import { contentTest as test } from '../../../support/content/content-service.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const EDIT = { title: 'Cut off in the middle', description: 'Sent twice, saved once.' }

test('an edit whose connection breaks in the middle leaves nothing, and can be sent again [F6]', async ({
  content,
}) => {
  const before = await content.revision()
  const former = (await content.edit('GET', ARTICLE)).json()
  const other = new pg.Client({ connectionString: content.databaseUrl })
  await other.connect()

  // The last table of an edit: everything else is written by the time that it waits.
  await other.query('begin; lock table content.change in access exclusive mode')
  const edit = content.edit('PATCH', ARTICLE, EDIT)
  const writer = await vi.waitUntil(async () => {
    const { rows } = await other.query(`
      select pid from pg_locks where not granted and relation = 'content.change'::regclass
    `)
    return rows[0]?.pid
  }, 10_000)
  await other.query('select pg_terminate_backend($1)', [writer])
  await other.query('commit')
  await other.end()

  const { statusCode, headers } = await edit
  expect([statusCode, headers['retry-after']]).toEqual([503, expect.any(String)])
  expect(await content.revision()).toBe(before)
  expect((await content.edit('GET', ARTICLE)).json()).toEqual(former)

  expect(await content.commit('PATCH', ARTICLE, EDIT)).toBe(before + 1)
  expect(await content.commit('PATCH', ARTICLE, EDIT)).toBe(before + 1)
  expect((await content.edit('GET', ARTICLE)).json()).toMatchObject(EDIT)
})

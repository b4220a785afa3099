import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PageModels } from '#shared/contracts/page-model.ts'
import { buildShell } from '../../../tests/support/pages/page-builders.ts'
import { createEditedModels } from './edited-models.ts'

const noticeOf = (revision: number, ...edited: string[]) => ({
  feed: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
  revision,
  at: '2026-01-01T00:00:00.000Z',
  tags: [],
  edited,
})

/** Enough for what is begun a millisecond later. */
const SOON_MS = 50

/** Counts what is loaded; each time it is of the next revision. */
function build({ isIll = false, keptMs = 60_000 } = {}) {
  const loaded: string[] = []
  const edited = createEditedModels(
    async (paths): Promise<PageModels> => {
      loaded.push(paths.join())
      if (isIll) throw new Error('the database is ill')
      return { revision: loaded.length, shell: buildShell(), models: [] }
    },
    { keptMs },
  )
  return { edited, loaded }
}

test('all requests for the models of an edit share the load that began with its announcement', async () => {
  const { edited, loaded } = build()
  // As often as followers hear of it.
  for (let time = 0; time < 2; time++) expect(edited.begin(noticeOf(7, '/a', '/b'))).toHaveLength(2)
  const asked = Promise.all([edited.load(['/a', '/b'], 7), edited.load(['/a', '/b'], 6)])
  await sleep(SOON_MS)

  expect((await asked).map(({ revision }) => revision)).toEqual([1, 1])
  expect(loaded).toEqual(['/a,/b'])
})

test('newer revisions and other pages are loaded again', async () => {
  const { edited, loaded } = build()
  edited.begin(noticeOf(7, '/a'))
  await sleep(SOON_MS)
  await edited.load(['/a'], 8)
  await edited.load(['/b'], 7)
  await edited.load(['/a', '/b'], 7)
  edited.begin(noticeOf(8, '/a'))
  await sleep(SOON_MS)

  expect(loaded).toEqual(['/a', '/a', '/b', '/a,/b', '/a'])
})

test('nothing is loaded for no pages, or for more than are made at once', async () => {
  const { edited, loaded } = build()
  expect(edited.begin(noticeOf(7))).toEqual([])
  expect(edited.begin(noticeOf(7, '/1', '/2', '/3', '/4', '/5'))).toEqual([])
  await sleep(SOON_MS)
  expect(loaded).toEqual([])
})

test('models are cached for a short time only', async () => {
  const { edited, loaded } = build({ keptMs: 5 })
  edited.begin(noticeOf(7, '/a'))
  await sleep(SOON_MS)
  await edited.load(['/a'], 7)
  expect(loaded).toEqual(['/a', '/a'])
})

test('a failed load is reported to its requests only', async () => {
  const { edited } = build({ isIll: true })
  edited.begin(noticeOf(7, '/a'))
  await sleep(SOON_MS)
  await expect(edited.load(['/a'], 7)).rejects.toThrow('the database is ill')
})

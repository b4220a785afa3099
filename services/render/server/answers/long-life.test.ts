import { expect, test } from 'vitest'
import { buildEntry } from '../../../../tests/support/pages/stored-entry.ts'
import { createLongLife } from './long-life.ts'

async function build() {
  const clock = { now: 0 }
  const stored = await buildEntry({ path: '/articles/a' })
  const pages = { isConfirmed: (entry: typeof stored) => entry === stored }
  const life = createLongLife(pages, 'https://finlore.example', () => clock.now)
  return { clock, stored, life }
}
const REQUEST = { url: '/articles/a' }

test('answers are kept for long until the moment that was said, and not before any was', async () => {
  const { clock, stored, life } = await build()
  expect(life.keysFor(REQUEST, stored)).toBeUndefined()

  life.keepUntil(10)
  clock.now = 9
  const keys = life.keysFor(REQUEST, stored)
  expect(keys).toEqual({
    'surrogate-key': expect.stringMatching(/^[0-9a-f]{20} [0-9a-f]{20}$/),
    'cache-tag': expect.stringMatching(/^[0-9a-f]{20},[0-9a-f]{20}$/),
  })
  clock.now = 10
  expect(life.keysFor(REQUEST, stored)).toBeUndefined()
})

test('only what the store has is kept for long, at addresses that are purged', async () => {
  const { stored, life } = await build()
  life.keepUntil(10)
  const made = await buildEntry({ path: '/articles/a' })

  expect(life.keysFor(REQUEST, made)).toBeUndefined()
  for (const url of ['/articles/a/', '/articles/a?b=1', '/articles/A', '/articles/b']) {
    expect(life.keysFor({ url }, stored), url).toBeUndefined()
  }
  expect(life.keysFor({ url: '/articles/a.md' }, stored)).toBeDefined()
})

test('the sites of one account have keys of their own', async () => {
  const { stored, life } = await build()
  const other = createLongLife({ isConfirmed: () => true }, 'https://finlore.test')
  const keys = [life.keysAt(stored.path, stored), other.keysAt(stored.path, stored)].flatMap(
    (headers) => headers?.['surrogate-key']?.split(' ') ?? [],
  )
  expect(new Set(keys).size).toBe(4)
})

import { expect, test } from 'vitest'
import { buildEntry } from '../../../../../tests/support/pages/stored-entry.ts'
import { encodePlain, makeForm } from '../../../store/later-forms.ts'
import type { StoredEntry } from '../../../store/stored-entry.ts'
import { createPageMemory } from './page-memory.ts'

const pageAt = (path: string, text = 'a'.repeat(20_000)) => buildEntry({ path, text })
const read = (entry: StoredEntry) => ({ entry, version: 'one' })

test('finds entries by path, and their bodies by the addresses of readers', async () => {
  const memory = createPageMemory(1e6)
  const home = await pageAt('/')
  memory.keep(read(home), 0)

  expect(memory.get('/')?.entry).toBe(home)
  expect(memory.at('/')).toMatchObject({ body: home.bodies.html, route: '/*' })
  expect(memory.at('/page-data/index/page-data.json')).toMatchObject({
    body: home.bodies.data,
    route: '/page-data/*',
  })
  for (const address of ['/index', '/page-data//page-data.json', '/?']) {
    expect(memory.at(address), address).toBeUndefined()
  }
})

test('has bodies only for entries that answer 200 at their own address', async () => {
  const memory = createPageMemory(1e6)
  memory.keep(read(await buildEntry({ path: '/moved', status: 301, location: '/', bodies: {} })), 0)
  memory.keep(read(await buildEntry({ path: '/gone', status: 410 })), 0)
  memory.keep(read(await pageAt('/404.html')), 0)

  expect(memory.get('/moved')).toBeDefined()
  for (const address of ['/moved', '/gone', '/page-data/gone/page-data.json', '/404.html']) {
    expect(memory.at(address), address).toBeUndefined()
  }
  expect(memory.at('/page-data/404.html/page-data.json')).toBeDefined()
})

test('bounds the bytes of all encodings', async () => {
  const entries = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => pageAt(path)))
  const probe = createPageMemory(1e9)
  for (const entry of entries) probe.keep(read(entry), 0)
  const memory = createPageMemory(Math.floor(probe.usage().bytes * 0.8))

  for (const entry of entries) memory.keep(read(entry), 0)

  expect(memory.at('/a')).toBeUndefined()
  expect(memory.at('/d')).toBeDefined()
  expect(memory.usage().bytes).toBeLessThanOrEqual(probe.usage().bytes * 0.8)
  expect(probe.usage().bytes).toBeGreaterThan(4 * 40_000)
})

test('has room for the forms that are made of a page later, and forgets as much as it kept', async () => {
  const html = await encodePlain(`<p>${'Money in plain words. '.repeat(900)}</p>`, 'text/html')
  const memory = createPageMemory(1e6)
  memory.keep(read(await buildEntry({ bodies: { html } })), 0)
  const kept = memory.usage().bytes

  const forms = makeForm(html, 'br').length + makeForm(html, 'gzip').length

  expect(memory.usage().bytes).toBe(kept)
  expect(html.bytes.identity.length + forms).toBeLessThanOrEqual(kept)
  memory.remove('/articles/a')
  expect(memory.usage().bytes).toBe(0)
})

test('evicts entries that were not used since the last eviction', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f']
  const entries = await Promise.all(paths.map((path) => pageAt(path)))
  const probe = createPageMemory(1e9)
  for (const entry of entries.slice(0, 4)) probe.keep(read(entry), 0)
  const memory = createPageMemory(probe.usage().bytes)
  for (const entry of entries.slice(0, 5)) memory.keep(read(entry), 0)
  const used = memory.get('/b')
  if (used) used.isUsed = true

  for (const entry of entries.slice(5)) memory.keep(read(entry), 0)

  // At the fifth, all others had been used, so the oldest was evicted; then one was used again.
  expect(paths.filter((path) => memory.get(path))).toEqual(['/b', '/d', '/e', '/f'])
})

test('replaces an entry completely', async () => {
  const memory = createPageMemory(1e6)
  memory.keep(read(await pageAt('/a')), 0)
  const size = memory.usage().bytes
  const moved = await buildEntry({ path: '/a', status: 301, location: '/b', bodies: {} })

  memory.keep({ entry: moved, version: 'two' }, 1)

  expect(memory.get('/a')).toMatchObject({ entry: moved, version: 'two', checkedAt: 1 })
  expect(memory.at('/a')).toBeUndefined()
  expect(memory.usage().bytes).toBeLessThan(size)
  memory.remove('/a')
  expect(memory.usage().bytes).toBe(0)
})

test('does not keep an entry larger than the bound, nor evict others for it', async () => {
  const memory = createPageMemory(100_000)
  memory.keep(read(await pageAt('/small')), 0)

  memory.keep(read(await pageAt('/large', 'a'.repeat(200_000))), 0)

  expect([memory.get('/small') !== undefined, memory.get('/large')]).toEqual([true, undefined])
})

test('returns hits once, the most used first, also of replaced entries', async () => {
  const memory = createPageMemory(1e6)
  for (const [path, hits] of Object.entries({ '/a': 1, '/b': 5, '/c': 3, '/d': 0 })) {
    memory.keep(read(await pageAt(path)), 0)
    const kept = memory.get(path)
    if (kept) kept.hits = hits
  }
  memory.keep(read(await pageAt('/b', 'other')), 0)

  expect([...memory.takeHits(2)]).toEqual([
    ['/b', 5],
    ['/c', 3],
  ])
  expect(memory.takeHits(2).size).toBe(0)
})

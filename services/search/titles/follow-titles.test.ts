import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { NameList, TitleEntry } from '#shared/contracts/change.ts'
import { MemoryContent } from '../../../tests/support/content/memory-content.ts'
import { createEmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import { readTitleQuery } from '../engines/title-query.ts'
import { createTitleFollower } from './follow-titles.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const entry = (number: number, title = `Bond ${number}`): TitleEntry => ({
  id: idOf(number),
  title,
  path: `/articles/bond-${number}`,
  publishedAt: '2025-01-01T00:00:00.000Z',
})

function follow(content: MemoryContent) {
  const index = createEmbeddedEngine('en_US')
  const names = { replaceNames: vi.fn(async (_names: NameList) => {}) }
  const log = { info: vi.fn(), warn: vi.fn() }
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
    // Yields to the event loop, as a timer would.
    await new Promise(setImmediate)
  }
  const follower = createTitleFollower({ source: content, sink: index, names, pause })
  const stopping = new AbortController()
  const ended = follower.follow(log, stopping.signal)
  onTestFinished(() => stopping.abort())

  const titles = async () => {
    const part = { limit: 10_000, offset: 0 }
    const query = readTitleQuery('bond', 'en_US')
    const found = await index.search(query, part, AbortSignal.timeout(5_000))
    return found.titles.map(({ title }) => title)
  }
  const until = (assertion: () => void | Promise<void>) =>
    vi.waitFor(assertion, { interval: 1, timeout: 20_000 })
  return { index, names, follower, log, pauses, stopping, ended, titles, until }
}

describe('following the titles', () => {
  test('loads all of them page by page, at the revision of the first page', async () => {
    const content = new MemoryContent(Array.from({ length: 2_500 }, (_, number) => entry(number)))
    content.onPage = (after) => {
      if (after === idOf(999)) content.publish(entry(3, 'Bond renamed meanwhile'))
    }
    const { index, titles, until, follower } = follow(content)

    await until(async () => expect(await titles()).toContain('Bond renamed meanwhile'))

    expect(await titles()).toHaveLength(2_500)
    expect(content.calls.slice(0, 6)).toEqual([
      'list after nothing',
      'names',
      `list after ${idOf(999)}`,
      `list after ${idOf(1999)}`,
      `list after ${idOf(2499)}`,
      'changes after 1',
    ])
    expect(index.position).toEqual({ feed: content.feed, revision: 2 })
    expect(follower.state).toBe('following')
  })

  test('starts with an empty site', async () => {
    const content = new MemoryContent([])
    const { index, titles, until } = follow(content)
    await until(() => expect(index.position?.revision).toBe(0))

    content.publish(entry(1))

    await until(async () => expect(await titles()).toEqual(['Bond 1']))
  })

  test('applies new, changed and withdrawn titles', async () => {
    const content = new MemoryContent([entry(1), entry(2)])
    const { titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(2))

    content.publish(entry(2, 'Bond, changed'))
    content.publish(entry(3))
    await until(async () => expect(await titles()).toEqual(['Bond 1', 'Bond, changed', 'Bond 3']))

    content.withdraw(idOf(1), idOf(2))
    await until(async () => expect(await titles()).toEqual(['Bond 3']))
  })

  test('reads at most 100 ids at once, and applies a change as a whole', async () => {
    const content = new MemoryContent([entry(0)])
    const { index, titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))
    const seen = new Set<number>()
    const apply = index.apply
    index.apply = (change, position) => {
      seen.add(change.upserts.length)
      return apply(change, position)
    }

    content.publish(...Array.from({ length: 250 }, (_, number) => entry(number + 1)))

    await until(async () => expect(await titles()).toHaveLength(251))
    expect(content.calls.filter((call) => call.startsWith('find'))).toEqual([
      'find 100',
      'find 100',
      'find 50',
    ])
    expect([...seen]).toEqual([250])
  })

  test('loads names at first and when they change, before it reports their revision', async () => {
    const content = new MemoryContent([entry(1)])
    const { index, names, until } = follow(content)
    await until(() => expect(index.position?.revision).toBe(1))
    expect(names.replaceNames).toHaveBeenCalledTimes(1)

    const authors = [{ title: 'Marcus Adeyemi', path: '/authors/marcus-adeyemi' }]
    content.name({ authors })

    await until(() => expect(index.position?.revision).toBe(2))
    expect(names.replaceNames.mock.lastCall?.[0]).toMatchObject({ authors })
    content.publish(entry(2))
    await until(() => expect(index.position?.revision).toBe(3))
    expect(names.replaceNames).toHaveBeenCalledTimes(2)
  })

  test('catches up when one answer does not hold all changes', async () => {
    const content = new MemoryContent([entry(0)])
    const { index, titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))

    content.changesPerAnswer = 3
    for (let number = 1; number <= 10; number++) content.publish(entry(number))

    await until(async () => expect(await titles()).toHaveLength(11))
    await until(() => expect(index.position?.revision).toBe(11))
  })

  test('starts again when the history is another one, and serves the old titles meanwhile', async () => {
    const content = new MemoryContent([entry(1), entry(2)])
    const { index, titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(2))
    const during: Promise<string[]>[] = []
    content.onPage = () => during.push(titles())

    content.beginAgain('bbbbbbbb-0000-4000-8000-000000000000', [entry(7)])

    await until(async () => expect(await titles()).toEqual(['Bond 7']))
    expect(await during[0]).toEqual(['Bond 1', 'Bond 2'])
    expect(index.position).toEqual({ feed: content.feed, revision: 1 })
  })

  test('starts again when the history is shorter than before', async () => {
    const content = new MemoryContent([entry(1)])
    content.publish(entry(2))
    const { titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(2))

    content.beginAgain(content.feed, [entry(1, 'Bond, restored')])

    await until(async () => expect(await titles()).toEqual(['Bond, restored']))
  })

  test('starts again when changes were pruned before it read them', async () => {
    const content = new MemoryContent([entry(1)])
    const { titles, until } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))

    content.publish(entry(2))
    content.forgetChanges()

    await until(async () => expect(await titles()).toEqual(['Bond 1', 'Bond 2']))
    expect(content.calls.filter((call) => call === 'list after nothing')).toHaveLength(2)
  })

  test('serves its titles during an outage, logs it once, and catches up [P4]', async () => {
    const content = new MemoryContent([entry(1)])
    const { titles, until, follower, log, pauses } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))

    content.failure = new Error('connection refused')
    content.wake()
    await until(() => expect(pauses.length).toBeGreaterThan(8))
    expect(follower.state).toBe('outage')
    expect(await titles()).toEqual(['Bond 1'])

    content.publish(entry(2))
    content.failure = undefined
    await until(async () => expect(await titles()).toEqual(['Bond 1', 'Bond 2']))

    await until(() => expect(follower.state).toBe('following'))
    expect(log.warn).toHaveBeenCalledTimes(1)
    expect(content.calls.filter((call) => call.startsWith('list'))).toHaveLength(2)
    const limits = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]
    for (const [attempt, limit] of limits.entries()) {
      expect(pauses[attempt]).toBeGreaterThanOrEqual(limit / 2)
      expect(pauses[attempt]).toBeLessThanOrEqual(limit)
    }
  })

  test('waits until content is available', async () => {
    const content = new MemoryContent([entry(1)])
    content.failure = new Error('connection refused')
    const { index, titles, until, pauses } = follow(content)
    await until(() => expect(pauses.length).toBeGreaterThan(2))
    expect(index.position).toBeUndefined()

    content.failure = undefined

    await until(async () => expect(await titles()).toEqual(['Bond 1']))
  })

  test('pauses after a poll that brought nothing', async () => {
    const content = new MemoryContent([entry(1)])
    const { titles, until, pauses } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))
    await until(() => expect(content.calls).toContain('changes after 1'))

    content.wake()

    await until(() => expect(pauses).toEqual([100]))
  })

  test('ends at once when it is stopped', async () => {
    const content = new MemoryContent([entry(1)])
    const { titles, until, stopping, ended, log } = follow(content)
    await until(async () => expect(await titles()).toHaveLength(1))

    stopping.abort()

    await ended
    expect(log.warn).not.toHaveBeenCalled()
  })
})

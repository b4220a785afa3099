import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { createDice } from '../../../../../tests/support/content/dice.ts'
import { buildEntry } from '../../../../../tests/support/pages/stored-entry.ts'
import { openStore } from '../../../store/open-store.ts'
import type { PageStore } from '../../../store/page-store.ts'
import { createEntryCache } from './entry-cache.ts'

const PATH = '/articles/a'
const QUICK = { interval: 1 }

/** A store in a folder that records its calls, can be held up, and can fail. */
async function openScene() {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-kept-'))
  const stored = openStore(`file:${folder}`).pages('build1')
  const asked: string[] = []
  const clock = { now: 10_000 }
  const door = { failing: false, hold: Promise.resolve() }
  const answered: string[] = []
  const pass = async <Result>(question: string, answer: () => Promise<Result>) => {
    asked.push(question)
    const { hold, failing } = door
    if (failing) throw new Error('the disk is gone')
    const result = await answer()
    answered.push(question)
    await hold
    return result
  }
  const store: PageStore = {
    ...stored,
    read: (at) => pass(`read ${at}`, () => stored.read(at)),
    version: (at) => pass(`version ${at}`, () => stored.version(at)),
    lastChange: () => pass('last change', () => stored.lastChange()),
  }
  const pages = createEntryCache(store, { maxBytes: 1e6, now: () => clock.now })
  const writeOnly = async (text: string) => stored.write(await buildEntry({ path: PATH, text }))
  /** As a publisher does. */
  const write = async (text: string) => {
    await writeOnly(text)
    await stored.noteChange()
  }
  const textOf = async () => (await pages.read(PATH))?.bodies.html?.bytes.identity.toString()
  /** What readers get immediately. */
  const textAt = () => pages.at(PATH)?.body.bytes.identity.toString()
  await write('one')
  return {
    folder,
    stored,
    store,
    asked,
    answered,
    clock,
    door,
    pages,
    write,
    writeOnly,
    textOf,
    textAt,
  }
}

const test = base.extend<{ scene: Awaited<ReturnType<typeof openScene>> }>({
  scene: async ({}, use) => {
    const scene = await openScene()
    await use(scene)
    await rm(scene.folder, { recursive: true, force: true })
  },
})

describe('pages in memory', () => {
  test('are read once for many requests, and then served without the store', async ({ scene }) => {
    const { pages, asked, textAt } = scene
    expect(textAt()).toBeUndefined()

    await Promise.all([pages.read(PATH), pages.read(PATH), pages.read(PATH)])
    await pages.read(PATH)

    expect(textAt()).toBe('<p>one</p>')
    expect(asked).toEqual(['last change', `read ${PATH}`])
    expect(await pages.read('/none')).toBeUndefined()
  })

  test('show an unannounced edit within two seconds, without delaying frequent requests', async ({
    scene,
  }) => {
    const { clock, write, textOf, textAt, asked } = scene
    await textOf()
    await write('two')

    clock.now += 999
    expect(textAt()).toBe('<p>one</p>')
    expect(asked.splice(0)).toHaveLength(2)

    clock.now += 1
    expect([textAt(), textAt()]).toEqual(['<p>one</p>', '<p>one</p>'])
    expect(asked).toEqual(['last change', `version ${PATH}`])
    await expect.poll(textAt).toBe('<p>two</p>')
    expect(asked.filter((question) => question !== 'last change')).toEqual([
      ...[`version ${PATH}`, `read ${PATH}`],
    ])
  })

  test('send the store one query a second while nothing changes, however many they are', async ({
    scene,
  }) => {
    const { stored, pages, clock, asked, answered } = scene
    const paths = Array.from({ length: 20 }, (_, at) => `/articles/${at}`)
    for (const path of paths) await stored.write(await buildEntry({ path }))
    await pages.read(PATH)
    clock.now += 10
    for (const path of paths) await pages.read(path)
    asked.splice(0)
    answered.splice(0)

    for (let second = 1; second <= 25; second += 1) {
      clock.now += 1_000
      for (const path of paths) expect(pages.at(path)).toBeDefined()
      await expect.poll(() => answered.length).toBe(second)
    }

    expect(new Set(asked)).toEqual(new Set(['last change']))
  })

  test('send the store no more queries when it changes all the time, or fails', async ({
    scene,
  }) => {
    const { clock, door, write, textAt, asked } = scene
    await scene.textOf()
    asked.splice(0)
    for (let step = 0; step < 100; step += 1) {
      if (step % 3 === 0) await write(`text ${step}`)
      door.failing = step > 50
      clock.now += 100
      if (textAt() === undefined) await scene.textOf()
      await new Promise(setImmediate)
    }

    const looks = asked.filter((question) => question === 'last change')
    expect(looks.length).toBeGreaterThan(5)
    expect(looks.length).toBeLessThanOrEqual(11)
  })

  test('show entries that were replaced by hand within half a minute', async ({ scene }) => {
    const { clock, writeOnly, textOf, textAt, asked, answered } = scene
    await textOf()
    clock.now += 1_000
    textAt()
    await expect.poll(() => answered).toContain(`version ${PATH}`)
    await writeOnly('two')

    for (let second = 1; second < 30; second += 1) {
      const before = answered.length
      clock.now += 1_000
      expect(textAt()).toBe('<p>one</p>')
      await expect.poll(() => answered.length).toBe(before + 1)
    }
    clock.now += 1_000
    expect(textAt()).toBe('<p>one</p>')
    await expect.poll(textAt).toBe('<p>two</p>')
    expect(asked.slice(-3)).toEqual(['last change', `version ${PATH}`, `read ${PATH}`])
  })

  test('are never older than two seconds, for any times of edits and requests', async ({
    scene,
  }) => {
    const { clock, write, textOf, textAt, asked, answered } = scene
    const dice = createDice(7)
    /** Each text, and until when it was in the store. */
    const history = [{ text: 'one', until: Number.POSITIVE_INFINITY }]
    for (let step = 0; step < 600; step += 1) {
      const pause = dice.oneOf([0, 1, 90, 400, 950, 1_000, 1_100, 1_899, 1_900, 2_500])
      // The store answers, if not always at once.
      if (pause > 90) await expect.poll(() => asked.length - answered.length, QUICK).toBe(0)
      clock.now += pause
      if (dice.below(10) < 3) {
        await write(`text ${step}`)
        const last = history.at(-1)
        if (last) last.until = clock.now
        history.push({ text: `text ${step}`, until: Number.POSITIVE_INFINITY })
      }
      const seen = dice.below(2) === 0 ? textAt() : await textOf()
      const found = history.find(({ text }) => seen === `<p>${text}</p>`)
      if (seen !== undefined) expect(found?.until).toBeGreaterThanOrEqual(clock.now - 2_000)
    }
    expect(history.length).toBeGreaterThan(100)
  })

  test('are compared before use when they were not requested lately', async ({ scene }) => {
    const { clock, write, textOf, textAt, asked } = scene
    await textOf()
    await write('two')
    clock.now += 1_900

    expect(textAt()).toBeUndefined()
    expect(await textOf()).toBe('<p>two</p>')
    clock.now += 1_900
    expect(await Promise.all([textOf(), textOf()])).toEqual(['<p>two</p>', '<p>two</p>'])
    expect(asked.filter((question) => question.startsWith('version'))).toHaveLength(2)
    expect(textAt()).toBe('<p>two</p>')
  })

  test('show an announced edit at once', async ({ scene }) => {
    const { pages, write, textOf, textAt } = scene
    await textOf()
    for (const tell of [() => pages.invalidate([PATH, '/unknown']), () => pages.invalidateAll()]) {
      await write(`told ${tell}`)
      tell()
      expect(textAt()).toBeUndefined()
      expect(await textOf()).toBe(`<p>told ${tell}</p>`)
    }
  })

  test.for(['read', 'compared'] as const)(
    'are not replaced by what was %s before an edit was announced',
    async (when, { scene }) => {
      const { pages, write, textOf, clock, door } = scene
      if (when === 'compared') await textOf()
      clock.now += 1_900
      const gate = Promise.withResolvers<void>()
      door.hold = gate.promise
      const answers = () => scene.answered.filter((answer) => answer !== 'last change').length
      const before = answers()
      const early = textOf()
      door.hold = Promise.resolve()
      await expect.poll(answers).toBe(before + 1)

      await write('two')
      pages.invalidate([PATH])
      gate.resolve()
      await early

      expect(await textOf()).toBe('<p>two</p>')
    },
  )

  test('are removed when they are removed from the store', async ({ scene }) => {
    const { stored, clock, pages, textOf, textAt } = scene
    await textOf()
    await stored.remove(PATH)
    clock.now += 1_900

    expect(await pages.read(PATH)).toBeUndefined()
    expect(textAt()).toBeUndefined()
  })

  test('are served while the store fails, and compared again a second later', async ({ scene }) => {
    const { clock, door, pages, write, textOf, textAt } = scene
    await textOf()
    await write('two')
    door.failing = true
    for (const _ of [1, 2, 3]) {
      clock.now += 5_000
      expect(await textOf()).toBe('<p>one</p>')
      expect(textAt()).toBe('<p>one</p>')
    }
    pages.invalidate([PATH])
    expect(await textOf()).toBe('<p>one</p>')
    await expect(pages.read('/other')).rejects.toThrow('the disk is gone')

    door.failing = false
    clock.now += 1_900
    expect(await textOf()).toBe('<p>two</p>')
  })

  test('are confirmed only as they are stored, and not after the store has failed', async ({
    scene,
  }) => {
    const { pages, clock, door, stored } = scene
    const made = await buildEntry({ path: PATH, text: 'one' })
    expect(pages.isConfirmed(made)).toBe(false)
    const read = await pages.read(PATH)
    expect(read && pages.isConfirmed(read)).toBe(true)
    expect(pages.isConfirmed(made)).toBe(false)

    clock.now += 10_000
    door.failing = true
    const kept = await pages.read(PATH)
    expect(kept).toBe(read)
    expect(kept && pages.isConfirmed(kept)).toBe(false)

    door.failing = false
    clock.now += 10_000
    await pages.read(PATH)
    expect(read && pages.isConfirmed(read)).toBe(true)
    await stored.remove(PATH)
    pages.invalidate([PATH])
    expect(read && pages.isConfirmed(read)).toBe(false)
  })

  test('are served while the store hangs, after a second of waiting', async ({ scene }) => {
    const { clock, door, textOf, textAt } = scene
    await textOf()
    door.hold = new Promise(() => {})
    clock.now += 5_000

    expect(await textOf()).toBe('<p>one</p>')
    expect(textAt()).toBe('<p>one</p>')
  })

  test('are counted, for every way of requesting them', async ({ scene }) => {
    const { pages, textOf, textAt } = scene
    await textOf()
    await textOf()
    textAt()

    expect([...pages.takeHits(10)]).toEqual([[PATH, 3]])
  })

  test('are neither cached nor counted by a peek', async ({ scene }) => {
    const { pages, write, asked, textAt, textOf, clock } = scene
    const glance = async () => (await pages.glance(PATH))?.bodies.html?.bytes.identity.toString()

    expect(await glance()).toBe('<p>one</p>')
    expect(textAt()).toBeUndefined()
    await textOf()
    asked.splice(0)
    expect(await glance()).toBe('<p>one</p>')
    expect(asked).toEqual([])
    expect(await pages.glance('/none')).toBeUndefined()
    expect([...pages.takeHits(10)]).toEqual([[PATH, 1]])

    await write('two')
    clock.now += 1_900
    expect(await glance()).toBe('<p>two</p>')
  })

  test('are returned by a peek while the store fails, if they are in memory', async ({ scene }) => {
    const { pages, clock, door, textOf } = scene
    await textOf()
    door.failing = true
    clock.now += 5_000

    expect((await pages.glance(PATH))?.path).toBe(PATH)
    await expect(pages.glance('/other')).rejects.toThrow('the disk is gone')
  })

  test('are read from the store again when they were evicted', async ({ scene }) => {
    const { stored, store, clock, door } = scene
    const pages = createEntryCache(store, { maxBytes: 5_000, now: () => clock.now })
    await stored.write(await buildEntry({ path: '/b' }))
    await pages.read(PATH)
    clock.now += 1_900
    const gate = Promise.withResolvers<void>()
    door.hold = gate.promise
    const comparing = pages.read(PATH)
    door.hold = Promise.resolve()
    await pages.read('/b')

    gate.resolve()

    expect((await comparing)?.path).toBe(PATH)
  })
})

test('hits, misses and evictions are counted', async ({ scene }) => {
  const { stored, clock } = scene
  const size = 40_000
  const write = async (name: string) =>
    stored.write(await buildEntry({ path: `/articles/${name}`, text: 'x'.repeat(size) }))
  await Promise.all(['a', 'b'].map(write))
  // Memory for one of them.
  const pages = createEntryCache(stored, { maxBytes: 3 * size, now: () => clock.now })

  await pages.read('/articles/a')
  expect(pages.at('/articles/a')).toBeDefined()
  await pages.read('/articles/a')
  await pages.glance('/articles/b')
  expect(pages.at('/articles/b')).toBeUndefined()
  expect(pages.usage()).toMatchObject({ entries: 1, hits: 2, misses: 1, evictions: 0 })
  expect(pages.usage().bytes).toBeGreaterThan(size)

  await pages.read('/articles/b')
  expect(pages.usage()).toMatchObject({ entries: 1, misses: 2, evictions: 1 })
})

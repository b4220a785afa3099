import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { buildEntry } from '../../../tests/support/stored-entry.ts'
import { openStore } from '../store/open-store.ts'
import type { PageStore } from '../store/page-store.ts'
import { keepPages } from './keep-pages.ts'

const PATH = '/articles/a'

/** A store in a folder that tells what it was asked, can be held up, and can fail. */
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
  }
  const pages = keepPages(store, { maxBytes: 1e6, now: () => clock.now })
  const write = async (text: string) => stored.write(await buildEntry({ path: PATH, text }))
  const textOf = async () => (await pages.read(PATH))?.bodies.html?.bytes.identity.toString()
  /** What readers get without anybody waiting. */
  const textAt = () => pages.at(PATH)?.body.bytes.identity.toString()
  await write('one')
  return { folder, stored, store, asked, answered, clock, door, pages, write, textOf, textAt }
}

const test = base.extend<{ scene: Awaited<ReturnType<typeof openScene>> }>({
  scene: async ({}, use) => {
    const scene = await openScene()
    await use(scene)
    await rm(scene.folder, { recursive: true, force: true })
  },
})

describe('pages in memory', () => {
  test('are read once however many ask, and then served without the store', async ({ scene }) => {
    const { pages, asked, textAt } = scene
    expect(textAt()).toBeUndefined()

    await Promise.all([pages.read(PATH), pages.read(PATH), pages.read(PATH)])
    await pages.read(PATH)

    expect(textAt()).toBe('<p>one</p>')
    expect(asked).toEqual([`read ${PATH}`])
    expect(await pages.read('/none')).toBeUndefined()
  })

  test('show an edit nobody told of within two seconds, and hold up nobody who asks often', async ({
    scene,
  }) => {
    const { clock, write, textOf, textAt, asked } = scene
    await textOf()
    await write('two')

    clock.now += 999
    expect(textAt()).toBe('<p>one</p>')
    expect(asked).toHaveLength(1)

    clock.now += 1
    expect([textAt(), textAt()]).toEqual(['<p>one</p>', '<p>one</p>'])
    expect(asked).toEqual([`read ${PATH}`, `version ${PATH}`])
    await expect.poll(textAt).toBe('<p>two</p>')
    expect(asked).toEqual([`read ${PATH}`, `version ${PATH}`, `read ${PATH}`])
  })

  test('are compared before their use when nobody asked for them lately', async ({ scene }) => {
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

  test('show an edit at once when told of it', async ({ scene }) => {
    const { pages, write, textOf, textAt } = scene
    await textOf()
    for (const tell of [() => pages.doubt([PATH, '/unknown']), () => pages.doubtAll()]) {
      await write(`told ${tell}`)
      tell()
      expect(textAt()).toBeUndefined()
      expect(await textOf()).toBe(`<p>told ${tell}</p>`)
    }
  })

  test.for(['read', 'compared'] as const)(
    'are not what was %s before they were told of an edit',
    async (when, { scene }) => {
      const { pages, write, textOf, clock, door } = scene
      if (when === 'compared') await textOf()
      clock.now += 1_900
      const gate = Promise.withResolvers<void>()
      door.hold = gate.promise
      const before = scene.answered.length
      const early = textOf()
      door.hold = Promise.resolve()
      await expect.poll(() => scene.answered.length).toBe(before + 1)

      await write('two')
      pages.doubt([PATH])
      gate.resolve()
      await early

      expect(await textOf()).toBe('<p>two</p>')
    },
  )

  test('go when they leave the store', async ({ scene }) => {
    const { stored, clock, pages, textOf, textAt } = scene
    await textOf()
    await stored.remove(PATH)
    clock.now += 1_900

    expect(await pages.read(PATH)).toBeUndefined()
    expect(textAt()).toBeUndefined()
  })

  test('serve on while the store fails, and are compared again a second later', async ({
    scene,
  }) => {
    const { clock, door, pages, write, textOf, textAt } = scene
    await textOf()
    await write('two')
    door.failing = true
    for (const _ of [1, 2, 3]) {
      clock.now += 5_000
      expect(await textOf()).toBe('<p>one</p>')
      expect(textAt()).toBe('<p>one</p>')
    }
    pages.doubt([PATH])
    expect(await textOf()).toBe('<p>one</p>')
    await expect(pages.read('/other')).rejects.toThrow('the disk is gone')

    door.failing = false
    clock.now += 1_900
    expect(await textOf()).toBe('<p>two</p>')
  })

  test('serve on while the store hangs, after a second of waiting', async ({ scene }) => {
    const { clock, door, textOf, textAt } = scene
    await textOf()
    door.hold = new Promise(() => {})
    clock.now += 5_000

    expect(await textOf()).toBe('<p>one</p>')
    expect(textAt()).toBe('<p>one</p>')
  })

  test('are counted, whichever way they were asked for', async ({ scene }) => {
    const { pages, textOf, textAt } = scene
    await textOf()
    await textOf()
    textAt()

    expect([...pages.takeHits(10)]).toEqual([[PATH, 3]])
  })

  test('are found in the store again when they had to make room meanwhile', async ({ scene }) => {
    const { stored, store, clock, door } = scene
    const pages = keepPages(store, { maxBytes: 5_000, now: () => clock.now })
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

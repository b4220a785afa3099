import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TitleEntry } from '#shared/contracts/change.ts'
import { SETTINGS } from '../../../../../services/search/engines/meili/index-settings.ts'
import { loadDocuments } from '../../../../../services/search/engines/meili/load-documents.ts'
import { createMeiliEngine } from '../../../../../services/search/engines/meili/meili-engine.ts'
import { createMeiliSink } from '../../../../../services/search/engines/meili/meili-sink.ts'
import { createEmptyIndex } from '../../../../../services/search/engines/meili/rebuild-index.ts'
import { replaceTitles } from '../../../../../services/search/engines/meili/replace-titles.ts'
import {
  hasMeiliServer,
  type MeiliServer,
  NO_MEILI_SERVER,
  ownIndexName,
  useMeiliServer,
} from '../../../../support/servers/meili-server.ts'
import {
  FEED,
  inPages,
  queryOf,
  titleEntry,
  titleId,
} from '../../../../support/site/search-titles.ts'

const canRun = await hasMeiliServer()
if (!canRun) process.stdout.write(`Left out: titles written to Meilisearch. ${NO_MEILI_SERVER}\n`)

const locale = 'en_US' as const
const at = (revision: number) => ({ feed: FEED, revision })
const entries = Array.from({ length: 30 }, (_, number) => titleEntry(number))

describe.skipIf(!canRun)('the sink on Meilisearch', () => {
  let server: MeiliServer
  let client: Meilisearch
  beforeAll(async () => {
    server = await useMeiliServer()
    client = new Meilisearch({ host: server.url, apiKey: server.key })
  })
  afterAll(() => server?.stop())

  function open(index = ownIndexName(locale)) {
    const refused = new Map<string, string>()
    const onRefused = (id: string, reason: string) => refused.set(id, reason)
    const options = { ...server, locale, index, timeoutMs: 10_000, onRefused }
    const sink = createMeiliSink(options)
    const engine = createMeiliEngine(options)
    async function titles(text = 'bond') {
      const query = queryOf(text, locale)
      if (!query) throw new Error('no query')
      const part = { limit: 1_000, offset: 0 }
      const found = await engine.search(query, part, AbortSignal.timeout(10_000))
      expect(found.titles).toHaveLength(found.total)
      return found.titles.map(({ title }) => title)
    }
    const finish = async (task: { taskUid: number }) =>
      expect((await client.tasks.waitForTask(task.taskUid)).status).toBe('succeeded')
    return { index, sink, engine, titles, refused, finish }
  }

  const indexesOf = async (index: string) => {
    const { results } = await client.getRawIndexes({ limit: 1_000 })
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith(index))
  }

  test('has no position before it is filled, and the given one afterwards', async () => {
    const { index, sink, engine, titles } = open()
    expect(await sink.readStanding()).toEqual({ damage: expect.stringMatching('not found') })
    expect(await sink.findDamage()).toBeUndefined()
    await expect(sink.apply({ upserts: entries, removals: [] }, at(1))).rejects.toThrow('not found')

    await sink.replaceAll(inPages(entries, 7), at(3))

    expect(await sink.readStanding()).toEqual({ position: at(3), titles: 30 })
    expect(await engine.look()).toEqual(at(3))
    expect(await titles()).toHaveLength(30)
    expect(await indexesOf(index)).toEqual([index])
    // Another one continues where this one ended.
    expect(await open(index).sink.readStanding()).toEqual({ position: at(3), titles: 30 })
  })

  test('applies new, changed and withdrawn titles together with their position', async () => {
    const { index, sink, engine, titles } = open()
    await sink.replaceAll(inPages(entries.slice(0, 3)), at(1))

    const change = {
      upserts: [titleEntry(1, 'Bond changed'), titleEntry(9), titleEntry(9, 'Bond nine')],
      removals: [titleId(0), titleId(77)],
    }
    for (const _ of ['once', 'and once more']) {
      await sink.apply(change, at(2))
      expect(await titles()).toEqual(['Bond changed', 'Bond nine', 'Bond 2'].toSorted(byNewest))
      expect(await engine.look()).toEqual(at(2))
    }

    await sink.apply({ upserts: [titleEntry(0, 'Bond is back')], removals: [titleId(9)] }, at(3))
    expect((await titles()).toSorted()).toEqual(['Bond 2', 'Bond changed', 'Bond is back'])
    expect(await sink.readStanding()).toEqual({ position: at(3), titles: 3 })
    await vi.waitFor(
      async () =>
        // The titles and the state: what stood for withdrawn ones is swept away.
        expect((await client.index(index).getStats()).numberOfDocuments).toBe(4),
      { timeout: 20_000 },
    )

    const nothing = { upserts: [], removals: [] }
    await sink.apply(nothing, at(4))
    expect(await sink.readStanding()).toEqual({ position: at(4), titles: 3 })
  })

  test('serves the old titles or the new ones, and no mixture, while it is rebuilt [F15]', async () => {
    const { sink, engine, titles } = open()
    const version = (name: string) =>
      Array.from({ length: 2_000 }, (_, number) => titleEntry(number, `Bond ${name} ${number}`))
    await sink.replaceAll(inPages(version('old')), at(1))
    const seen = new Set<string>()
    let isReading = true
    const reading = (async () => {
      while (isReading) {
        const found = await titles('bond 19')
        seen.add(`${found.length} ${found[0]?.split(' ')[1]} at ${engine.position?.revision}`)
      }
    })()

    await sink.replaceAll(inPages(version('new')), at(2))
    await sink.replaceAll(inPages(version('newer')), at(3))
    await vi.waitFor(() => expect([...seen].at(-1)).toMatch('newer'), { timeout: 20_000 })
    isReading = false
    await reading

    const count = version('x').filter(({ title }) => title.includes('19')).length
    expect([...seen]).toEqual([`${count} old at 1`, `${count} new at 2`, `${count} newer at 3`])
  })

  test('has no position with foreign settings, and rebuilds beside the index', async () => {
    const { index, sink, titles, finish } = open()
    await sink.replaceAll(inPages(entries), at(1))
    await finish(
      await client.index(index).updateSettings({ ...SETTINGS, sortableAttributes: ['title'] }),
    )
    expect(await sink.readStanding()).toEqual({ damage: 'other settings: sortableAttributes' })

    await sink.replaceAll(inPages(entries), at(1))

    expect(await sink.readStanding()).toEqual({ position: at(1), titles: 30 })
    expect(await titles()).toHaveLength(30)
  })

  test('deletes the index that a killed rebuild left behind', async () => {
    const { index, sink } = open()
    await sink.replaceAll(inPages(entries), at(1))
    await createEmptyIndex(client, `${index}__1700000000000`)
    const failing = (async function* () {
      yield entries
      throw new Error('content went away')
    })()

    await expect(sink.replaceAll(failing, at(2))).rejects.toThrow('content went away')
    expect(await sink.readStanding()).toEqual({ position: at(1), titles: 30 })
    expect(await indexesOf(index)).toHaveLength(2)

    await sink.replaceAll(inPages(entries), at(2))
    expect(await indexesOf(index)).toEqual([index])
  })

  test('detects other writers, and does not overwrite them', async () => {
    const { index, sink } = open()
    await sink.replaceAll(inPages(entries), at(1))
    const other = open(index).sink
    await other.readStanding()
    await other.apply({ upserts: [titleEntry(40)], removals: [] }, at(2))

    expect(await sink.findDamage()).toBe('somebody else wrote to the index')
    const late = sink.apply({ upserts: [titleEntry(41)], removals: [] }, at(2))
    await expect(late).rejects.toThrow('somebody else wrote to the index')

    expect(await sink.readStanding()).toEqual({ position: at(2), titles: 31 })
    expect(await sink.findDamage()).toBeUndefined()
  })

  test('repairs missing and different titles at the same position', async () => {
    const { index, sink, titles, finish } = open()
    await sink.replaceAll(inPages(entries.slice(0, 9)), at(5))
    await finish(await client.index(index).updateDocuments([{ id: titleId(2), h: 'other' }]))
    const truth: TitleEntry[] = [...entries.slice(0, 10), titleEntry(4, 'Bond renamed')]

    const differing = await sink.findDiffering(truth)

    expect(differing.toSorted()).toEqual([titleId(2), titleId(4), titleId(9)])
    await sink.repair(async () => ({
      upserts: truth.filter(({ id }) => differing.includes(id)),
      removals: [titleId(0)],
    }))
    expect((await titles()).toSorted()).toEqual(
      ['Bond renamed', ...[1, 2, 3, 5, 6, 7, 8, 9].map((number) => `Bond ${number}`)].toSorted(),
    )
    expect(await sink.readStanding()).toEqual({ position: at(5), titles: 9 })
  })

  test('stores titles whose ids are not allowed', async () => {
    const { sink, titles, refused } = open()
    const strange = ['ü', 'state', 'a b', '', 'x'.repeat(600)]
    const odd = strange.map((id, number) => ({ ...titleEntry(number, `Bond odd ${number}`), id }))
    await sink.replaceAll(inPages([...entries.slice(5, 8), ...odd]), at(1))
    expect(await titles()).toHaveLength(8)
    expect(await titles('odd')).toHaveLength(5)

    await sink.apply({ upserts: [], removals: ['state', 'ü'] }, at(2))
    expect(await titles('odd')).toHaveLength(3)
    expect(refused.size).toBe(0)
  })

  describe('a document that Meilisearch refuses', () => {
    // Nothing that we make is refused, as far as anybody knows; an id with a blank would be.
    const good = (number: number) => ({ id: `good-${number}`, kind: 'title' })
    const bad = (number: number) => ({ id: `bad ${number}`, kind: 'title' })
    const documents = [good(1), bad(1), good(2), good(3), bad(2)]
    const reasons: string[] = []
    const replace = ({ id }: { id: string }, reason: string) => {
      reasons.push(reason)
      return { id: id.replace(' ', '-'), kind: 'odd' }
    }
    const idsOf = async (index: string) => {
      const { results } = await client.index(index).getDocuments({ fields: ['id', 'kind'] })
      return results.map(({ id, kind }) => `${kind} ${id}`).toSorted()
    }
    const whole = ['odd bad-1', 'odd bad-2', 'title good-1', 'title good-2', 'title good-3']

    test('is isolated from the others, which are stored, when an index is filled', async () => {
      const index = await createEmptyIndex(client, ownIndexName(locale))
      const count = await loadDocuments(client, index, inLists(documents), replace)
      expect(count).toBe(5)
      expect(await idsOf(index)).toEqual(whole)
      expect(reasons.join()).toMatch('bad 1')
    })

    test('is isolated without effect on readers of an index', async () => {
      const index = await createEmptyIndex(client, ownIndexName(locale))
      const state = { id: 'state', kind: 'state' }
      await replaceTitles(client, index, documents, state, replace)
      expect(await idsOf(index)).toEqual([...whole, 'state state'].toSorted())
      expect(await indexesOf(index)).toEqual([index])
    })

    test('is an error when its replacement is refused too', async () => {
      const index = await createEmptyIndex(client, ownIndexName(locale))
      const state = { id: 'state', kind: 'state' }
      const replacing = replaceTitles(client, index, documents, state, (document) => document)
      await expect(replacing).rejects.toThrow(/invalid/)
      expect(await idsOf(index)).toEqual([])
    })
  })
})

async function* inLists<T>(list: readonly T[]) {
  yield list
}

/** As titles come: they all begin with the same word, so it is by age. */
function byNewest(one: string, other: string): number {
  const numberOf = (title: string) => (title === 'Bond nine' ? 9 : title === 'Bond changed' ? 1 : 2)
  const dayOf = (title: string) => Math.floor(numberOf(title) / 3)
  return dayOf(other) - dayOf(one) || numberOf(one) - numberOf(other)
}

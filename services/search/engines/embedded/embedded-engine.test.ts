import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TitleEntry } from '#shared/contracts/change.ts'
import { LOCALES, type Locale } from '#shared/contracts/primitives.ts'
import { clean, fold, foldTr } from '#shared/text/fold.ts'
import { splitWords } from '#shared/text/split-words.ts'
import { HOSTILE_LETTERS } from '../../../../tests/support/hostile/hostile-letters.ts'
import type { FoundTitles } from '../engine.ts'
import { readTitleQuery } from '../title-query.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'

const at = (revision: number) => ({ feed: '00000000-0000-4000-8000-000000000000', revision })
const everything = { limit: 100_000, offset: 0 }

/** Ids in the same order as the names. */
const idOf = (name: string) =>
  Buffer.from(name)
    .toString('hex')
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** An article published `day` days after the site began; its path shows its name. */
const entry = (name: string, title: string, day = 0): TitleEntry => ({
  id: idOf(name),
  title,
  path: `/articles/${name}`,
  publishedAt: new Date(Date.UTC(2024, 10, 7 + day)).toISOString(),
})

async function* pagesOf(entries: readonly TitleEntry[]) {
  const inOrder = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let start = 0; start < inOrder.length; start += 1_000) {
    yield inOrder.slice(start, start + 1_000)
  }
}

function createIndex(locale: Locale = 'en_US') {
  const engine = createEmbeddedEngine(locale)
  return Object.assign(engine, {
    find: (query: string, part = everything) =>
      engine.search(readTitleQuery(query, locale), part, AbortSignal.timeout(5_000)),
  })
}

async function indexOf(entries: readonly TitleEntry[], locale: Locale = 'en_US') {
  const index = createIndex(locale)
  await index.replaceAll(pagesOf(entries), at(1))
  return index
}

const namesOf = ({ titles }: FoundTitles) => titles.map(({ path }) => path.split('/').at(-1))

/** The rule of the search, word for word: nothing is folded beforehand, and there is no index. */
function naiveSearch(entries: readonly TitleEntry[], query: string, locale: Locale): string[] {
  const folds = locale === 'tr_TR' ? [fold, foldTr] : [fold]
  const holds = (title: string, part: string) =>
    folds.some((foldText) => foldText(title).includes(foldText(part)))
  const begins = (title: string, part: string) =>
    folds.some((foldText) => foldText(title).startsWith(foldText(part)))
  const onOneLine = (text: string) => splitWords(clean(text)).join(' ')

  const words = splitWords(clean(query))
  const phrase = onOneLine(query)
  return entries
    .filter(({ title }) => words.length > 0 && words.every((word) => holds(title, word)))
    .map(({ id, path, title, publishedAt }) => {
      const line = onOneLine(title)
      const rank = begins(line, phrase) ? 0 : holds(line, phrase) ? 1 : 2
      return { id, path, rank, publishedMs: Date.parse(publishedAt) }
    })
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        other.publishedMs - one.publishedMs ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ path }) => path)
}

const text = fc.string({ unit: fc.constantFrom(...HOSTILE_LETTERS), maxLength: 10 })
const titles = fc.array(fc.tuple(text, fc.nat({ max: 2 })), { maxLength: 12 })
const entriesFrom = (drawn: readonly [string, number][], first = 0) =>
  drawn.map(([title, day], number) => entry(String(first + number).padStart(3, '0'), title, day))

describe('search', () => {
  test('finds what the rule of matching finds, in the same order, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        titles,
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...LOCALES),
        async (drawn, queries, locale) => {
          const entries = entriesFrom(drawn)
          const index = await indexOf(entries, locale)
          for (const query of queries) {
            const { total, titles: hits } = await index.find(query)
            const expected = naiveSearch(entries, query, locale)
            expect(hits.map((hit) => hit.path)).toEqual(expected)
            expect(total).toBe(expected.length)
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('finds the same after any history of changes as when built from their outcome', async () => {
    const change = fc.record({ upserts: titles, first: fc.nat({ max: 8 }), removed: fc.nat(12) })
    await fc.assert(
      fc.asyncProperty(
        titles,
        fc.array(change, { maxLength: 6 }),
        text,
        fc.constantFrom(...LOCALES),
        async (drawn, changes, query, locale) => {
          const index = await indexOf(entriesFrom(drawn), locale)
          const outcome = new Map(entriesFrom(drawn).map((article) => [article.id, article]))
          for (const { upserts, first, removed } of changes) {
            const removals = [idOf(String(removed).padStart(3, '0'))]
            const changed = entriesFrom(upserts, first).filter(({ id }) => !removals.includes(id))
            await index.apply({ upserts: changed, removals }, at(2))
            for (const article of changed) outcome.set(article.id, article)
            for (const id of removals) outcome.delete(id)
          }

          const expected = naiveSearch([...outcome.values()], query, locale)
          const { total, titles: hits } = await index.find(query)
          expect(hits.map((hit) => hit.path)).toEqual(expected)
          expect(total).toBe(expected.length)
          expect(index.size).toBe(outcome.size)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('finds what the rule of matching finds among many titles, page by page', async () => {
    const words = ['invest', 'Investing', 'in', 'the', 'bonds', 'Bond', 'a', 'of', 'ETFs', '401(k)']
    const draw = fc.sample(fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 6 }), {
      numRuns: 12_000,
      seed: 7,
    })
    const entries = draw.map((title, number) =>
      entry(String(number).padStart(5, '0'), title.join(' '), number % 300),
    )
    const index = await indexOf(entries)

    for (const query of ['in', 'bond', 'the invest', 'a of', 'in in the', 'n e', 'k) 4', 'zzz']) {
      const expected = naiveSearch(entries, query, 'en_US')
      for (const offset of [0, 3, 5_000, 9_000]) {
        const { total, titles: hits } = await index.find(query, { limit: 50, offset })
        expect(total).toBe(expected.length)
        expect(hits.map((hit) => hit.path)).toEqual(expected.slice(offset, offset + 50))
      }
    }
  })

  test('finds the same for a single letter after other letters were searched', async () => {
    const alphabet = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x430 + at))
    const entries = alphabet.map((letter, at) => entry(`t${at}`, `${letter} a${letter}b Bond`, at))
    const index = await indexOf(entries)
    for (let round = 0; round < 2; round++) {
      for (const letter of ['b', ...alphabet]) {
        for (const query of [`${letter} bond`, `bond ${letter} a`]) {
          const found = await index.find(query)
          expect(found.titles.map(({ path }) => path)).toEqual(naiveSearch(entries, query, 'en_US'))
        }
      }
    }
  })

  test('ranks a match at the start before a phrase, a phrase before words, then the newest [M-506]', async () => {
    const index = await indexOf([
      entry('words-old', 'Bonds for those who invest in', 1),
      entry('phrase-old', 'Why invest in bonds', 2),
      entry('words-new', 'Bonds: invest while in doubt', 9),
      entry('start-old', 'Invest   in\u00a0bonds today', 0),
      entry('phrase-new', 'How to INVEST in Bonds', 8),
      entry('start-new', 'Invest in bonds', 3),
    ])

    const found = await index.find(' invest in  bonds')

    expect(namesOf(found)).toEqual([
      ...['start-new', 'start-old', 'phrase-new', 'phrase-old', 'words-new', 'words-old'],
    ])
  })

  test('orders titles of one instant by their ids, before and after a change', async () => {
    const index = await indexOf([entry('b', 'Bond'), entry('d', 'Bond'), entry('a', 'Bond')])
    await index.apply({ upserts: [entry('c', 'Bond'), entry('a', 'Bonds')], removals: [] }, at(2))

    const found = await index.find('bond')

    expect(namesOf(found)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('finds nothing before it was filled, and nothing for blanks', async () => {
    await expect(createIndex().find('bond')).rejects.toThrow('The titles are not loaded yet')
    const index = await indexOf([entry('a', 'Bond')])
    expect(await index.find(' \u200b ')).toMatchObject({ total: 0, titles: [] })
  })
})

describe('a change', () => {
  test('is visible as a whole when apply returns, and advances the position', async () => {
    const index = await indexOf([entry('a', 'Old bond'), entry('b', 'Bond fund')])

    const tidied = index.apply({ upserts: [entry('a', 'New bond')], removals: [idOf('b')] }, at(2))

    expect(index.position).toEqual(at(2))
    expect((await index.find('bond')).titles.map(({ title }) => title)).toEqual(['New bond'])
    await tidied
    expect((await index.find('bond')).titles.map(({ title }) => title)).toEqual(['New bond'])
  })

  test('of one title among 10,000 takes a fraction of building the index, however many went before', async () => {
    const buildingMs = performance.now()
    const index = await indexOf(
      Array.from({ length: 10_000 }, (_, number) => entry(`id-${number}`, `Title ${number} bond`)),
    )
    const builtMs = performance.now() - buildingMs

    const durations: number[] = []
    for (let number = 0; number < 1_200; number++) {
      const change = { upserts: [entry(`id-${number}`, `Changed ${number}`)], removals: [] }
      const startedMs = performance.now()
      const tidied = index.apply(change, at(number))
      durations.push(performance.now() - startedMs)
      await tidied
    }

    const median = durations.toSorted((one, other) => one - other)[600]
    expect(median).toBeLessThan(builtMs / 20)
    expect((await index.find('changed')).total).toBe(1_200)
    expect((await index.find('bond')).total).toBe(8_800)
  })

  test('is visible while the segment is rebuilt, as is everything else', async () => {
    const index = await indexOf(
      Array.from({ length: 6_000 }, (_, number) => entry(`id-${number}`, `Title ${number} bond`)),
    )
    const upserts = Array.from({ length: 1_600 }, (_, number) => entry(`id-${number}`, 'Changed'))

    let tidied = false
    await index.apply({ upserts, removals: [idOf('id-2999')] }, at(2))
    const tidying = index.settled().then(() => {
      tidied = true
    })
    while (!tidied) {
      expect((await index.find('changed')).total).toBe(1_600)
      expect((await index.find('bond')).total).toBe(4_399)
      await new Promise(setImmediate)
    }
    await tidying
    expect((await index.find('changed')).total).toBe(1_600)
    expect((await index.find('bond')).total).toBe(4_399)
  })
})

test('a restart serves the former titles until the new ones are ready', async () => {
  const index = await indexOf([entry('a', 'Old bond')])
  const later = { feed: '11111111-1111-4111-8111-111111111111', revision: 1 }
  const entries = Array.from({ length: 3_000 }, (_, number) => entry(`n-${number}`, 'New bond'))

  const replaced = index.replaceAll(pagesOf(entries), later)

  expect((await index.find('bond')).total).toBe(1)
  expect(index.position).toEqual(at(1))
  await replaced
  expect((await index.find('bond')).total).toBe(3_000)
  expect(index.position).toEqual(later)
})

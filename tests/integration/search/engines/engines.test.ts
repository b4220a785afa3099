import { afterAll, describe, expect, test } from 'vitest'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createEmbeddedEngine } from '../../../../services/search/engines/embedded/embedded-engine.ts'
import type { TitleEngine } from '../../../../services/search/engines/engine.ts'
import { createMeiliEngine } from '../../../../services/search/engines/meili/meili-engine.ts'
import { createMeiliSink } from '../../../../services/search/engines/meili/meili-sink.ts'
import { createDice, type Dice } from '../../../support/content/dice.ts'
import { TITLE_VECTORS } from '../../../support/content/title-vectors.ts'
import { HOSTILE_LETTERS } from '../../../support/hostile/hostile-letters.ts'
import {
  hasMeiliServer,
  type MeiliServer,
  NO_MEILI_SERVER,
  ownIndexName,
  useMeiliServer,
} from '../../../support/servers/meili-server.ts'
import {
  FEED,
  findNaively,
  inPages,
  queryOf,
  titleEntry,
} from '../../../support/site/search-titles.ts'

const canRun = await hasMeiliServer()
if (!canRun) process.stdout.write(`Left out: Meilisearch of both engines. ${NO_MEILI_SERVER}\n`)

const LOCALES: readonly Locale[] = ['en_US', 'ru_RU', 'tr_TR']
const TITLES = 1_200
const QUERIES = 320
/** Patient: here it is about what is found, not when. */
const TIMEOUT_MS = 10_000

type Fill = (locale: Locale, entries: readonly TitleEntry[]) => Promise<TitleEngine>

const AT = { feed: FEED, revision: 1 }
let server: MeiliServer | undefined

const fillEmbedded: Fill = async (locale, entries) => {
  const engine = createEmbeddedEngine(locale)
  await engine.replaceAll(inPages(entries), AT)
  return engine
}

const fillMeili: Fill = async (locale, entries) => {
  server ??= await useMeiliServer()
  const options = { ...server, locale, index: ownIndexName(locale), timeoutMs: TIMEOUT_MS }
  await createMeiliSink(options).replaceAll(inPages(entries), AT)
  return createMeiliEngine(options)
}

afterAll(() => server?.stop())

/** What every engine promises, whichever answers. */
describe.each<[string, boolean, Fill]>([
  ['the embedded engine', true, fillEmbedded],
  ['Meilisearch', canRun, fillMeili],
])('%s', (_engine, isHere, fillEngine) => {
  const fill = async (locale: Locale, titles: readonly string[]) => {
    const entries = titles.map((title, at) => titleEntry(at, title))
    return { entries, engine: await fillEngine(locale, entries) }
  }

  test.skipIf(!isHere).each<[string, Locale, (dice: Dice) => Samples]>([
    ['hostile letters', 'en_US', hostileSamples],
    ['hostile letters', 'ru_RU', hostileSamples],
    ['hostile letters', 'tr_TR', hostileSamples],
    ['the same few words in any order', 'en_US', wordySamples],
    ['the same few words in any order', 'tr_TR', wordySamples],
  ])(
    'finds the same as comparing titles one by one: %s in %s [M-504, M-505, P1]',
    async (_, locale, samplesOf) => {
      const dice = createDice(20_261_122)
      const { text, query: typedQuery } = samplesOf(dice)
      const titles = Array.from({ length: TITLES }, text)
      const { entries, engine } = await fill(locale, titles)
      const signal = AbortSignal.timeout(120_000)
      let pairs = 0

      for (let round = 0; round < QUERIES; round++) {
        const query = queryOf(typedQuery(titles), locale)
        if (!query) continue
        const expected = findNaively(entries, query, locale)
        const limit = 1 + dice.below(50)
        const offset = dice.below(2) * dice.below(expected.length + 1)

        const found = await engine.search(query, { limit, offset }, signal)

        const about = JSON.stringify({ query, limit, offset })
        expect(found.total, about).toBe(expected.length)
        expect(found.titles, about).toEqual(expected.slice(offset, offset + limit))
        pairs += expected.length
      }
      expect(pairs).toBeGreaterThan(10_000)
    },
    180_000,
  )

  test.skipIf(!isHere).each(LOCALES)(
    'passes the test vectors of the rule in %s [P1]',
    async (locale) => {
      const vectors = TITLE_VECTORS.filter((vector) => vector.locale === locale)
      const titles = [...new Set(vectors.map(({ title }) => title))]
      const { engine } = await fill(locale, titles)

      for (const { typed, title, matches } of vectors) {
        const query = queryOf(typed, locale)
        if (!query) throw new Error(`${typed} is no query`)
        const found = await engine.search(
          query,
          { limit: 50, offset: 0 },
          AbortSignal.timeout(10_000),
        )
        expect(
          found.titles.some((one) => one.title === title),
          `${typed} in ${title}`,
        ).toBe(matches)
      }
    },
  )
})

/** How titles and what is typed are made up. */
interface Samples {
  text(): string
  query(titles: readonly string[]): string
}

function hostileSamples(dice: Dice): Samples {
  const letters = (atMost: number) =>
    Array.from({ length: 1 + dice.below(atMost) }, () => dice.oneOf(HOSTILE_LETTERS)).join('')
  return {
    text: () => letters(24),
    // Half of them are parts of titles, or nothing much would be found.
    query(titles) {
      if (dice.below(2) === 0) return letters(4)
      const title = dice.oneOf(titles)
      const start = dice.below(title.length)
      return title.slice(start, start + 1 + dice.below(6))
    },
  }
}

/** Many titles for every query, of which some begin with it, some contain it and some its words. */
function wordySamples(dice: Dice): Samples {
  const WORDS = ['bond', 'Bonds', 'fund', 'in', 'INVEST', 'investing', 'a', 'İndeks', 'ısı', 'of']
  const words = (atMost: number) =>
    Array.from({ length: 1 + dice.below(atMost) }, () => dice.oneOf(WORDS)).join(' ')
  return {
    text: () => words(7),
    query() {
      const typed = words(3)
      const start = dice.below(3)
      return typed.slice(start, typed.length - dice.below(3))
    },
  }
}

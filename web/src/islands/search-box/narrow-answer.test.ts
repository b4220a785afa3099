import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FEW_HITS as FEW, type Suggestion } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createTitleIndex } from '../../../../services/search/titles/title-index.ts'
import { SHOWN_HITS } from './ask-search.ts'
import { FEW_HITS, narrowAnswer } from './narrow-answer.ts'

/** What the search service answers for these titles. */
async function openIndex(titles: readonly string[], locale: Locale = 'en_US') {
  const index = createTitleIndex(locale)
  const entries = titles.map((title, at) => ({
    id: `id-${at}`,
    title,
    path: `/articles/a-${at}`,
    publishedAt: new Date(Date.UTC(2025, 0, 1 + ((at * 7) % titles.length))).toISOString(),
  }))
  await index.replaceAll(entries, { feed: 'feed', revision: 1 })
  return (query: string) => ({
    query,
    ...index.search(query, { limit: SHOWN_HITS, offset: 0 }),
    suggestions: [],
  })
}

describe('an answer made of the one before', () => {
  test.each(['en_US', 'tr_TR'] as const)(
    'is to the letter what the service says, in %s',
    async (locale) => {
      const word = fc.constantFrom(
        'bond',
        'bonds',
        'ab',
        'abon',
        'FAİZ',
        'FAIZ',
        'FAi',
        'faız',
        'Faiz',
        'a-b',
        'naïve',
      )
      const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
      // Enough that are alike, or too few would ever be left.
      const titles = title.chain((alike) =>
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: word.map((more) => `${alike} ${more}`) },
            { weight: 1, arbitrary: title },
          ),
          { minLength: FEW_HITS, maxLength: 12 },
        ),
      )
      const text = title.chain((whole) =>
        fc.integer({ min: 1, max: whole.length }).map((length) => whole.slice(0, length)),
      )
      const pair = fc.oneof(
        fc.tuple(text, text),
        // As people type: one more letter, or one more word.
        text.chain((former) => text.map((more): [string, string] => [former, `${former}${more}`])),
        text.chain((former) => text.map((more): [string, string] => [former, `${former} ${more}`])),
      )
      let made = 0
      await fc.assert(
        fc.asyncProperty(titles, pair, async (some, [before, now]) => {
          const ask = await openIndex(some, locale)
          const narrowed = narrowAnswer(ask(before), now, locale)
          if (!narrowed) return
          made++
          expect(narrowed).toEqual(ask(now))
        }),
        { numRuns: 6_000 },
      )
      // Or the test would prove nothing.
      expect(made).toBeGreaterThan(100)
    },
  )

  test('has the marks of the new words', async () => {
    const ask = await openIndex([...Array(FEW_HITS).fill('How bonds work'), 'Bonds at work'])
    const narrowed = narrowAnswer(ask('bond'), 'bond how', 'en_US')
    expect(narrowed).toMatchObject({ query: 'bond how', total: FEW_HITS, suggestions: [] })
    for (const { title, marks } of narrowed?.hits ?? []) {
      expect(title).toBe('How bonds work')
      expect(marks).toEqual([
        [0, 3],
        [4, 8],
      ])
    }
  })
})

describe('only the service can tell', () => {
  test('when there was more than it showed', async () => {
    const ask = await openIndex(Array.from({ length: SHOWN_HITS + 1 }, (_, at) => `Bond ${at}`))
    expect(narrowAnswer(ask('bond'), 'bond 3', 'en_US')).toBeUndefined()
  })

  test('when a former word is gone', async () => {
    const ask = await openIndex(['Bonds and funds', 'Funds'])
    expect(narrowAnswer(ask('bonds funds'), 'funds', 'en_US')).toBeUndefined()
  })

  test('when few are left, for there may be similar titles', async () => {
    const many = Array.from({ length: FEW_HITS }, (_, at) => `Bonds ${at}`)
    const ask = await openIndex([...many, 'Bond'])
    expect(narrowAnswer(ask('bond'), 'bonds', 'en_US')?.total).toBe(FEW_HITS)
    expect(narrowAnswer(ask('bond'), 'bonds 1', 'en_US')).toBeUndefined()
    expect(narrowAnswer(ask('bond'), 'bonde', 'en_US')).toBeUndefined()
    expect(FEW_HITS).toBe(FEW)
  })

  test('when it had named similar titles', async () => {
    const ask = await openIndex(['Bonds'])
    const bands: Suggestion = { kind: 'article', title: 'Bands', path: '/a/bands', marks: [] }
    const former = { ...ask('bond'), suggestions: [bands] }
    expect(narrowAnswer(former, 'bonds', 'en_US')).toBeUndefined()
  })
})

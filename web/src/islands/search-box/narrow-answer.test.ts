import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { createTitleIndex } from '../../../../services/search/titles/title-index.ts'
import { SHOWN_HITS } from './ask-search.ts'
import { narrowAnswer } from './narrow-answer.ts'

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
      const titles = fc.array(title, { minLength: 1, maxLength: 14 })
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
        { numRuns: 3_000 },
      )
      // Or the test would prove nothing.
      expect(made).toBeGreaterThan(100)
    },
  )

  test('has the marks of the new words', async () => {
    const ask = await openIndex(['How bonds work', 'Bonds at work'])
    expect(narrowAnswer(ask('bond'), 'bond how', 'en_US')).toEqual({
      query: 'bond how',
      total: 1,
      hits: [
        {
          title: 'How bonds work',
          path: '/articles/a-0',
          marks: [
            [0, 3],
            [4, 8],
          ],
        },
      ],
      suggestions: [],
    })
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

  test('when nothing is left, for there may be similar titles', async () => {
    const ask = await openIndex(['Bonds'])
    expect(narrowAnswer(ask('bond'), 'bonde', 'en_US')).toBeUndefined()
  })

  test('when it had named similar titles', async () => {
    const ask = await openIndex(['Bonds'])
    const suggestions = [{ title: 'Bands', path: '/articles/bands', marks: [] }]
    const former = { ...ask('bond'), suggestions }
    expect(narrowAnswer(former, 'bonds', 'en_US')).toBeUndefined()
  })
})

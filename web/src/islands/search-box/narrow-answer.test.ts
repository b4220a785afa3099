import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FEW_HITS, type Suggestion } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { highlight } from '#shared/text/highlight.ts'
import { foldQuery } from '#shared/text/title-match.ts'
import { readTitleQuery } from '../../../../services/search/engines/title-query.ts'
import { findNaively, titleEntry } from '../../../../tests/support/site/search-titles.ts'
import { MAX_HITS } from './ask-search.ts'
import { MIN_HITS_ALONE, narrowAnswer } from './narrow-answer.ts'

/** The answers of the search service for these titles. */
function openIndex(titles: readonly string[], locale: Locale = 'en_US') {
  const entries = titles.map((title, at) => ({
    ...titleEntry(at, title),
    publishedAt: new Date(Date.UTC(2025, 0, 1 + ((at * 7) % titles.length))).toISOString(),
  }))
  return (query: string): SearchAnswer => {
    const found = findNaively(entries, readTitleQuery(query, locale), locale)
    const words = foldQuery(query, locale)
    const hits = found
      .slice(0, MAX_HITS)
      .map(({ title, path }) => ({ title, path, marks: highlight(title, words) }))
    return { query, total: found.length, hits, suggestions: [] }
  }
}

describe('an answer derived from the former one', () => {
  test.each(['en_US', 'tr_TR'] as const)('is exactly what the service answers, in %s', (locale) => {
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
    // Many similar titles, or too few of them would be left.
    const titles = title.chain((alike) =>
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: word.map((more) => `${alike} ${more}`) },
          { weight: 1, arbitrary: title },
        ),
        { minLength: MIN_HITS_ALONE, maxLength: 12 },
      ),
    )
    const text = title.chain((whole) =>
      fc.integer({ min: 1, max: whole.length }).map((length) => whole.slice(0, length)),
    )
    const pair = fc.oneof(
      fc.tuple(text, text),
      // As readers type: one more letter, or one more word.
      text.chain((former) => text.map((more): [string, string] => [former, `${former}${more}`])),
      text.chain((former) => text.map((more): [string, string] => [former, `${former} ${more}`])),
    )
    let made = 0
    fc.assert(
      fc.property(titles, pair, (some, [before, now]) => {
        const ask = openIndex(some, locale)
        const narrowed = narrowAnswer(ask(before), now, locale)
        if (!narrowed) return
        made++
        expect(narrowed).toEqual(ask(now))
      }),
      { numRuns: 6_000 },
    )
    // Without a narrowed answer the test would prove nothing.
    expect(made).toBeGreaterThan(100)
  })

  test('marks the new words', () => {
    const ask = openIndex([...Array(MIN_HITS_ALONE).fill('How bonds work'), 'Bonds at work'])
    const narrowed = narrowAnswer(ask('bond'), 'bond how', 'en_US')
    expect(narrowed).toMatchObject({ query: 'bond how', total: MIN_HITS_ALONE, suggestions: [] })
    for (const { title, marks } of narrowed?.hits ?? []) {
      expect(title).toBe('How bonds work')
      expect(marks).toEqual([
        [0, 3],
        [4, 8],
      ])
    }
  })
})

describe('only the service knows the answer', () => {
  test('when the former answer was incomplete', () => {
    const ask = openIndex(Array.from({ length: MAX_HITS + 1 }, (_, at) => `Bond ${at}`))
    expect(narrowAnswer(ask('bond'), 'bond 3', 'en_US')).toBeUndefined()
  })

  test('when a former word was removed', () => {
    const ask = openIndex(['Bonds and funds', 'Funds'])
    expect(narrowAnswer(ask('bonds funds'), 'funds', 'en_US')).toBeUndefined()
  })

  test('when few titles are left, as there may be similar ones', () => {
    const many = Array.from({ length: MIN_HITS_ALONE }, (_, at) => `Bonds ${at}`)
    const ask = openIndex([...many, 'Bond'])
    expect(narrowAnswer(ask('bond'), 'bonds', 'en_US')?.total).toBe(MIN_HITS_ALONE)
    expect(narrowAnswer(ask('bond'), 'bonds 1', 'en_US')).toBeUndefined()
    expect(narrowAnswer(ask('bond'), 'bonde', 'en_US')).toBeUndefined()
    expect(MIN_HITS_ALONE).toBe(FEW_HITS)
  })

  test('when the former answer had terms, of which one may be typed by now', () => {
    const ask = openIndex(Array.from({ length: MIN_HITS_ALONE }, (_, at) => `Bonds ${at}`))
    const bond = { title: 'bond', path: '/terms/bond', definition: 'A loan.' }
    expect(narrowAnswer({ ...ask('bon'), terms: [bond] }, 'bond', 'en_US')).toBeUndefined()
    expect(narrowAnswer(ask('bon'), 'bond', 'en_US')?.total).toBe(MIN_HITS_ALONE)
  })

  test('when the former answer had similar titles', () => {
    const ask = openIndex(['Bonds'])
    const bands: Suggestion = { kind: 'article', title: 'Bands', path: '/a/bands', marks: [] }
    const former = { ...ask('bond'), suggestions: [bands] }
    expect(narrowAnswer(former, 'bonds', 'en_US')).toBeUndefined()
  })
})

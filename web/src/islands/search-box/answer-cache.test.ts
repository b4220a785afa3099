import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { createAnswerCache } from './answer-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** @param total above 5, the answer is incomplete and no other can be derived from it */
const answerTo = (query: string, total = 30): SearchAnswer => ({
  query,
  total,
  hits: Array.from({ length: 5 }, (_, at) => ({
    title: `About ${query} and more`,
    path: `/articles/about-${at}`,
    marks: [],
  })),
  suggestions: [],
})

test('forgets an answer after a minute', () => {
  const cache = createAnswerCache('en_US')
  cache.add(answerTo('bonds'))
  vi.advanceTimersByTime(59_999)
  expect(cache.find('bonds')).toEqual(answerTo('bonds'))
  vi.advanceTimersByTime(1)
  expect(cache.find('bonds')).toBeUndefined()
})

test('gives a derived answer the age of its source', () => {
  const cache = createAnswerCache('en_US')
  cache.add(answerTo('bond', 5))
  vi.advanceTimersByTime(59_999)
  expect(cache.find('bond an')?.total).toBe(5)
  vi.advanceTimersByTime(1)
  expect(cache.find('bond and')).toBeUndefined()
})

test('caches the last fifty answers', () => {
  const cache = createAnswerCache('en_US')
  for (let number = 100; number <= 150; number++) cache.add(answerTo(`bond ${number}`))
  expect(cache.find('bond 100')).toBeUndefined()
  expect(cache.find('bond 101')).toEqual(answerTo('bond 101'))
  expect(cache.find('bond 150')).toEqual(answerTo('bond 150'))
})

test('ignores case and blanks, but not the order of words', () => {
  const cache = createAnswerCache('en_US')
  cache.add(answerTo('bond price'))
  expect(cache.find(' BOND  Price')).toEqual(answerTo('bond price'))
  // The order of the words decides which titles come first.
  expect(cache.find('price bond')).toBeUndefined()
})

test('distinguishes ı from i where the site is Turkish', () => {
  const cache = createAnswerCache('tr_TR')
  cache.add(answerTo('FAIZ'))
  expect(cache.find('faız')).toBeUndefined()
  expect(cache.find('faiz')).toBeUndefined()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { rememberAnswers } from './remember-answers.ts'

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
  const memory = rememberAnswers('en_US')
  memory.add(answerTo('bonds'))
  vi.advanceTimersByTime(59_999)
  expect(memory.find('bonds')).toEqual(answerTo('bonds'))
  vi.advanceTimersByTime(1)
  expect(memory.find('bonds')).toBeUndefined()
})

test('gives a derived answer the age of its source', () => {
  const memory = rememberAnswers('en_US')
  memory.add(answerTo('bond', 5))
  vi.advanceTimersByTime(59_999)
  expect(memory.find('bond an')?.total).toBe(5)
  vi.advanceTimersByTime(1)
  expect(memory.find('bond and')).toBeUndefined()
})

test('caches the last fifty answers', () => {
  const memory = rememberAnswers('en_US')
  for (let number = 100; number <= 150; number++) memory.add(answerTo(`bond ${number}`))
  expect(memory.find('bond 100')).toBeUndefined()
  expect(memory.find('bond 101')).toEqual(answerTo('bond 101'))
  expect(memory.find('bond 150')).toEqual(answerTo('bond 150'))
})

test('ignores case and blanks, but not the order of words', () => {
  const memory = rememberAnswers('en_US')
  memory.add(answerTo('bond price'))
  expect(memory.find(' BOND  Price')).toEqual(answerTo('bond price'))
  // The order of the words decides which titles come first.
  expect(memory.find('price bond')).toBeUndefined()
})

test('distinguishes ı from i where the site is Turkish', () => {
  const memory = rememberAnswers('tr_TR')
  memory.add(answerTo('FAIZ'))
  expect(memory.find('faız')).toBeUndefined()
  expect(memory.find('faiz')).toBeUndefined()
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { createAnswerCache } from './answer-cache.ts'
import { followTyping, type SearchState } from './follow-typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** More results than are shown, so that no answer can be derived from another. */
const answerTo = (query: string): SearchAnswer => ({
  query,
  total: 30,
  hits: [{ title: `About ${query}`, path: '/articles/about', marks: [] }],
  suggestions: [],
})

function startTyping() {
  const asked: {
    query: string
    signal: AbortSignal
    resolve: (answer: SearchAnswer | 'too-long') => void
    reject: (error: Error) => void
  }[] = []
  const shown: SearchState[] = []
  const type = followTyping({
    cache: createAnswerCache('en_US'),
    ask: (query, signal) =>
      new Promise((resolve, reject) => {
        // An aborted request may still answer, if the answer was on its way.
        asked.push({ query, signal, resolve, reject })
      }),
    show: (state) => shown.push(state),
  })
  const requests = () => asked.map(({ query }) => query)
  const answer = async (at: number) => {
    const request = asked[at]
    request?.resolve(answerTo(request.query))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { type, asked, requests, answer, shown, last: () => shown.at(-1) }
}

describe('asking', () => {
  test('is sent at once at the third character, and not before [M-402, M-601, M-902]', async () => {
    const { type, requests, last } = startTyping()
    type('b')
    type('bo')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests()).toEqual([])
    expect(last()).toEqual({ is: 'nothing' })
    type('bon')
    expect(requests()).toEqual(['bon'])
    expect(last()).toEqual({ is: 'awaited', answer: undefined })
  })

  test('sends no request for three blanks', () => {
    const { type, requests } = startTyping()
    type('   ')
    expect(requests()).toEqual([])
  })

  test('then waits for a pause of 120 ms, and sends the last text only [M-510]', async () => {
    const { type, requests } = startTyping()
    type('bon')
    type('bond')
    await vi.advanceTimersByTimeAsync(119)
    type('bonds')
    await vi.advanceTimersByTimeAsync(119)
    expect(requests()).toEqual(['bon'])
    await vi.advanceTimersByTimeAsync(1)
    expect(requests()).toEqual(['bon', 'bonds'])
  })

  test('sends no second request for the same text', async () => {
    const { type, requests } = startTyping()
    type('bon')
    type('bon')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests()).toEqual(['bon'])
  })

  test('is sent at once again after the text was too short', () => {
    const { type, requests } = startTyping()
    type('bon')
    type('bo')
    type('bot')
    expect(requests()).toEqual(['bon', 'bot'])
  })
})

describe('answers', () => {
  test('that are outdated change nothing, and their requests are aborted [M-510]', async () => {
    const { type, asked, answer, last } = startTyping()
    type('bon')
    type('bond')
    expect(asked[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(120)
    await answer(1)
    await answer(0)
    expect(last()).toEqual({ is: 'found', answer: answerTo('bond') })
  })

  test('stay until the next one arrives', async () => {
    const { type, answer, last } = startTyping()
    type('bon')
    await answer(0)
    type('bond')
    expect(last()).toEqual({ is: 'awaited', answer: answerTo('bon') })
  })

  test('are removed at once when the text becomes too short, and stay removed', async () => {
    const { type, answer, last } = startTyping()
    type('bon')
    await answer(0)
    type('bo')
    expect(last()).toEqual({ is: 'nothing' })
    type('box')
    expect(last()).toEqual({ is: 'awaited', answer: undefined })
  })

  test('are not requested twice within a minute', async () => {
    const { type, answer, requests, last } = startTyping()
    type('bon')
    await answer(0)
    type('')
    type('BON ')
    expect(last()).toEqual({ is: 'found', answer: answerTo('bon') })
    expect(requests()).toEqual(['bon'])
  })
})

describe('failures', () => {
  test('keep the last list', async () => {
    const { type, asked, answer, last } = startTyping()
    type('bon')
    await answer(0)
    type('bond')
    await vi.advanceTimersByTimeAsync(120)
    asked[1]?.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ is: 'failed', answer: answerTo('bon') })
  })

  test('include answers that take more than 8 seconds', async () => {
    const { type, asked, last } = startTyping()
    type('bon')
    await vi.advanceTimersByTimeAsync(7_999)
    expect(last()).toEqual({ is: 'awaited', answer: undefined })
    expect(asked[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.reject(new Error('aborted'))
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ is: 'failed', answer: undefined })
  })

  test('are tried again, at once, with the same text', async () => {
    const { type, asked, answer, requests, last } = startTyping()
    type('bon')
    asked[0]?.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(0)
    type('bon')
    expect(requests()).toEqual(['bon', 'bon'])
    await answer(1)
    expect(last()).toEqual({ is: 'found', answer: answerTo('bon') })
  })

  test('of an older text are not shown', async () => {
    const { type, asked, shown } = startTyping()
    type('bon')
    type('')
    asked[0]?.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shown.filter(({ is }) => is === 'failed')).toEqual([])
  })

  test('do not include a text that the service refuses', async () => {
    const { type, asked, last } = startTyping()
    type('bon')
    asked[0]?.resolve('too-long')
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ is: 'too-long' })
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FeedPosition, type FoundTitles, type TitleEngine, WrongAnswer } from './engine.ts'
import { guardEngine } from './guarded-engine.ts'

const POSITION: FeedPosition = { feed: 'feed', revision: 1 }
const FOUND: FoundTitles = {
  position: POSITION,
  total: 1,
  titles: [{ id: '1', title: 'Bond', path: '/articles/bond' }],
}
const QUERY = { words: [], whole: { plain: 'bond', turkish: undefined } }
const SEARCH = { limit: 8, offset: 0 }

const engineOf = (name: TitleEngine['name'], search: TitleEngine['search']): TitleEngine => ({
  name,
  position: POSITION,
  search,
})

function guard(search: TitleEngine['search'], isCompared = () => false) {
  const asked = vi.fn(search)
  const onFailure = vi.fn()
  const reference = engineOf('embedded', async () => FOUND)
  const guarded = guardEngine({
    engine: engineOf('meili', asked),
    reference,
    onFailure,
    isCompared,
  })
  const ask = () => guarded.search(QUERY, SEARCH)
  const failures = () => onFailure.mock.calls.map(([failure]) => failure)
  return { guarded, asked, ask, failures }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an engine that may fail', () => {
  test('answers through its guard', async () => {
    const { ask, guarded, failures } = guard(async () => FOUND)
    expect(await ask()).toEqual(FOUND)
    expect(guarded.isAsked).toBe(true)
    expect(failures()).toEqual([])
  })

  test('is not called after five failures, and tried again after five seconds', async () => {
    let isDown = true
    const { ask, asked, guarded, failures } = guard(async () => {
      if (isDown) throw new Error('connection refused')
      return FOUND
    })

    for (let time = 0; time < 8; time++) expect(await ask()).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(5)
    expect(failures()).toEqual([...Array(5).fill('failed'), ...Array(3).fill('circuit-open')])
    expect(guarded.isAsked).toBe(false)

    vi.advanceTimersByTime(5_001)
    expect(await ask()).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(6)

    isDown = false
    vi.advanceTimersByTime(5_001)
    expect(await ask()).toEqual(FOUND)
    expect(guarded.isAsked).toBe(true)
  })

  test('that returned a wrong hit is not called for a minute', async () => {
    let isWrong = true
    const { ask, asked, failures } = guard(async () => {
      if (isWrong) throw new WrongAnswer('it found what does not match')
      return FOUND
    })

    expect(await ask()).toBeUndefined()
    isWrong = false
    vi.advanceTimersByTime(59_000)
    expect(await ask()).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(1)
    expect(failures()).toEqual(['wrong', 'circuit-open'])

    vi.advanceTimersByTime(1_001)
    expect(await ask()).toEqual(FOUND)
  })

  test('that differs from its reference is not used', async () => {
    const { ask, failures } = guard(
      async () => ({ position: POSITION, total: 0, titles: [] }),
      () => true,
    )
    expect(await ask()).toBeUndefined()
    expect(failures()).toEqual(['wrong'])
  })
})

import { describe, expect, test } from 'vitest'
import type { ArticleRequest } from './article-request.ts'
import { ChatFailure } from './chat-failure.ts'
import type { DraftOutcome, DraftTools } from './make-draft.ts'
import { createPace, type RunOptions, type RunState, writeDrafts } from './write-drafts.ts'

const written: DraftOutcome = { kind: 'written', file: 'drafts/tr_TR/repo.md', remarks: [] }
const SENDING: RunOptions['sending'] = { concurrency: 2, perMinute: 1_000, attempts: 3 }

const requestFor = (title: string): ArticleRequest => ({
  title,
  slug: title.toLowerCase(),
  locale: 'tr_TR',
  author: 'Elif Karaduman',
  category: 'expert-advice',
  subcategory: 'market-trends',
})

interface Run extends Partial<Omit<RunOptions, 'sending'>> {
  titles?: string[]
  sending?: Partial<RunOptions['sending']>
  /** Whether there is a draft already. */
  isThere?: (title: string) => boolean
  /** Asks the language model. */
  ask: (title: string, tools: DraftTools) => Promise<DraftOutcome>
}

const run = ({ titles = ['Repo'], sending, isThere, ask, ...options }: Run) =>
  writeDrafts(
    titles.map(requestFor),
    async ({ title }, tools) => {
      if (isThere?.(title)) return { ...written, kind: 'exists' }
      await tools.untilAllowed()
      return ask(title, tools)
    },
    {
      signal: new AbortController().signal,
      onState: () => {},
      retryMs: 1,
      ...options,
      sending: { ...SENDING, ...sending },
    },
  )

function failing(failure: Error) {
  const asked: string[] = []
  const ask = async (title: string) => {
    asked.push(title)
    throw failure
  }
  return { asked, ask }
}

describe('a run', () => {
  test('writes a draft for each title once, a few at a time, with progress', async () => {
    const titles = Array.from('abcdefg')
    const made: string[] = []
    const inProgress: number[] = []
    const states: RunState[] = []
    const { ends, refusal } = await run({
      titles,
      onState: (state) => {
        states.push({ ...state, ended: [...state.ended], inProgress: new Map(state.inProgress) })
        inProgress.push(state.inProgress.size)
      },
      ask: async (title, { report }) => {
        made.push(title)
        report({ stage: 'asking', characters: 120 })
        await new Promise(setImmediate)
        return written
      },
    })

    expect(made).toEqual(titles)
    expect(ends.map(({ title }) => title).sort()).toEqual(titles)
    expect(ends.every(({ end }) => end === written)).toBe(true)
    expect(refusal).toBeUndefined()
    expect(Math.max(...inProgress)).toBe(2)
    const [, both] = states
    expect([...(both?.inProgress ?? [])].map(([{ title }, progress]) => [title, progress])).toEqual(
      [
        ['a', { stage: 'asking', characters: 120 }],
        ['b', { stage: 'asking', characters: 120 }],
      ],
    )
    expect(states.at(-1)).toMatchObject({ titles: 7, ended: { length: 7 } })
  })

  test('retries a title, and reports why it failed', async () => {
    let tries = 0
    const { ends } = await run({
      ask: async () => {
        tries += 1
        throw new ChatFailure('again', `no answer (${tries})`)
      },
    })
    expect(ends).toEqual([{ title: 'Repo', end: { kind: 'failed', reason: 'no answer (3)' } }])
    expect(tries).toBe(3)
  })

  test.each([
    ['the request is refused', new ChatFailure('refused', 'too long')],
    ['a file cannot be written', new Error('too long')],
  ])('does not retry a title when %s', async (_name, failure) => {
    const { asked, ask } = failing(failure)
    const { ends } = await run({ ask })
    expect(ends).toEqual([{ title: 'Repo', end: { kind: 'failed', reason: 'too long' } }])
    expect(asked).toHaveLength(1)
  })

  test('delays all titles while the server is busy, which counts as no attempt', async () => {
    const begun: number[] = []
    const { ends } = await run({
      titles: ['a', 'b'],
      sending: { concurrency: 1, attempts: 1 },
      ask: async () => {
        begun.push(performance.now())
        if (begun.length === 1) throw new ChatFailure('busy', 'slow down', 200)
        return written
      },
    })
    expect(ends.map(({ end }) => end)).toEqual([written, written])
    expect(begun).toHaveLength(3)
    // Timers may be early by a millisecond.
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(195)
  })

  test('gives up a title after many delays of a busy server', async () => {
    const { asked, ask } = failing(new ChatFailure('busy', 'slow down', 1))
    const { ends } = await run({ ask })
    const reason = 'slow down, after waiting for it 30 times'
    expect(ends).toEqual([{ title: 'Repo', end: { kind: 'failed', reason } }])
    expect(asked).toHaveLength(31)
  })

  test('that is stopped aborts requests in flight, and starts no more', async () => {
    const stop = new AbortController()
    const begun: string[] = []
    const { ends, refusal } = await run({
      titles: ['a', 'b', 'c', 'd'],
      signal: stop.signal,
      ask: async (title, { signal }) => {
        begun.push(title)
        if (title === 'a') return written
        if (begun.length === 3) stop.abort()
        return new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason)
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
    })
    expect(begun).toEqual(['a', 'b', 'c'])
    expect(ends[0]).toEqual({ title: 'a', end: written })
    const left = ends.slice(1).map(({ title, end }) => `${title} ${end.kind}`)
    expect(left.sort()).toEqual(['b left', 'c left', 'd left'])
    expect(refusal).toBeUndefined()
  })

  test('does not wait for the next attempt when it is stopped', async () => {
    const stop = new AbortController()
    const { ends } = await run({
      signal: stop.signal,
      retryMs: 3_600_000,
      ask: async () => {
        setImmediate(() => stop.abort())
        throw new ChatFailure('again', 'no answer')
      },
    })
    expect(ends).toEqual([{ title: 'Repo', end: { kind: 'left' } }])
  })

  test('stops at a wrong key, reports it, and leaves all titles', async () => {
    const failure = new ChatFailure('misconfigured', 'wrong key')
    const { asked, ask } = failing(failure)
    const { ends, refusal } = await run({
      titles: ['a', 'b', 'c'],
      sending: { concurrency: 1 },
      ask,
    })
    expect(refusal).toBe(failure)
    expect(ends.map(({ end }) => end.kind)).toEqual(['left', 'left', 'left'])
    expect(asked).toEqual(['a'])
  })

  test('respects the limit of requests a minute, and sends none for existing drafts', async () => {
    const stop = new AbortController()
    const made: string[] = []
    const { ends } = await run({
      titles: ['x', 'y', 'z', 'a', 'b', 'c', 'd'],
      sending: { perMinute: 2, concurrency: 4 },
      signal: stop.signal,
      isThere: (title) => title > 'w',
      ask: async (title) => {
        made.push(title)
        if (made.length === 2) setTimeout(() => stop.abort(), 100)
        return written
      },
    })
    expect(made).toEqual(['a', 'b'])
    expect(ends.map(({ end }) => end.kind).sort()).toEqual([
      ...['exists', 'exists', 'exists', 'left', 'left', 'written', 'written'],
    ])
  })
})

test('a pace limits how many requests start within any interval', async () => {
  const { signal } = new AbortController()
  const pace = createPace(2, 150)
  const begun: number[] = []
  for (let asked = 0; asked < 5; asked++) {
    await pace.untilAllowed(signal)
    begun.push(performance.now())
  }
  for (const [index, at] of begun.slice(2).entries()) {
    expect(at - (begun[index] ?? 0)).toBeGreaterThan(145)
  }
})
